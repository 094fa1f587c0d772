import { expect } from 'chai'
import { figures } from '../../../../adapters/sql/books/figures.ts'
import { sqliteDialect } from '../../../../adapters/sqlite/dialect.ts'
import { measureChannels } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'

describe('14 Neighbours: figures', () => {
  /** Figures of books that answer when they are released, and count the readings. */
  function openFigures() {
    const readings: { resolve(rows: never[]): void; reject(error: Error): void }[] = []
    const ask = () => new Promise<never[]>((resolve, reject) => void readings.push({ resolve, reject }))
    return {
      ...figures({ dialect: sqliteDialect, ask }),
      asked: () => readings.length,
      release: () => readings.forEach(({ resolve }) => void resolve([])),
      fail: () => readings.forEach(({ reject }) => void reject(new Error('the disk is gone'))),
    }
  }

  rule('14.28', 'figures over all open payments are read once for everybody who asks at the same time', {
    payments: async () => {
      const { open, asked, release } = openFigures()
      const all = [open(), open(), open()]
      release()
      expect(await Promise.all(all)).to.deep.equal([[], [], []])
      expect(asked()).to.equal(1)
    },
    batches: async () => {
      const { batches, asked, release } = openFigures()
      const all = [batches(), batches()]
      release()
      await Promise.all(all)
      expect(asked()).to.equal(1)
    },
    'they are read again afterwards, also when a reading has failed': async () => {
      const { open, asked, fail, release } = openFigures()
      const failed = open()
      fail()
      expect(await failed.catch(String)).to.include('the disk is gone')
      const again = open()
      release()
      expect(await again).to.deep.equal([])
      expect(asked()).to.equal(2)
    },
  })

  rule(
    '14.29',
    'channels are measured once for everybody who asks at the same time about the same period',
    async () => {
      const asked: number[] = []
      const hoursOfChannels = async ({ fromMs }: { readonly fromMs: number }) => {
        asked.push(fromMs)
        return { sums: [], isWhole: true }
      }
      const measure = measureChannels({ figures: { hoursOfChannels }, clock: { nowMs: () => 0 }, market: new Map() })
      const [one, other, week] = await Promise.all((['day', 'day', 'week'] as const).map((over) => measure({ over })))
      expect(one).to.equal(other)
      expect(week).not.to.equal(one)
      expect(asked).to.have.length(2)
      await measure({ over: 'day' })
      expect(asked).to.have.length(3)
    },
  )
})
