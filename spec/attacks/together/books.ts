import { existsSync } from 'node:fs'
import type { MemoryStore } from '../../../adapters/memory/memory.ts'
import { nodeSecrets } from '../../../adapters/node/node.ts'
import { openSqliteStore, sqlite } from '../../../adapters/sqlite/sqlite.ts'
import { type Clock, isRefusal, restoreBooks } from '../../../core/sente.ts'
import { makeFolderWithBooks } from '../../fixtures/sqliteFolder.ts'
import { modelStores } from '../model/stores.ts'

/** Books for a history. */
export type OpenBooks = {
  readonly store: MemoryStore
  /** Makes a backup. Books without backups are played again up to the point that they go back to. */
  readonly copy?: () => Promise<void>
  /** Puts the last backup in their place; resolves with them. */
  readonly restore?: (clock: Clock) => Promise<OpenBooks>
  close(): Promise<void>
}

/** The books for histories, by name. */
export const historyBooks = {
  memory: async () => withClose(modelStores.memory()),
  sqlite: async () => withClose(modelStores.sqlite()),
  /** In the file of a serving process, backed up and restored like an operator's. */
  file: async () => inFile(),
  postgres: async () => withClose(await modelStores.postgres()),
} satisfies Record<string, () => Promise<OpenBooks>>

/** The name of such books. */
export type HistoryBooks = keyof typeof historyBooks

function withClose(store: MemoryStore & { close?(): void | Promise<void> }): OpenBooks {
  return { store, close: async () => store.close?.() }
}

function inFile(): OpenBooks {
  const { database: path, remove } = makeFolderWithBooks()
  const purpose = 'sandbox'
  const { inFiles } = sqlite
  let copies = 0
  const serving = {
    onLost(error: unknown) {
      throw error
    },
  }
  const fileOf = (copy: number) => `${path}-copy-${copy}`
  function opened(): OpenBooks {
    const store = openSqliteStore({ path, purpose, migrate: true, serving })
    return {
      store,
      async copy() {
        copies += 1
        await inFiles.backUp({ path, file: fileOf(copies), purpose, say: () => {} })
      },
      async restore(clock) {
        await store.close()
        const copy = { path, file: fileOf(copies), purpose, say: () => {} } as const
        if (!existsSync(copy.file)) throw new Error('there is no backup')
        const restored = await restoreBooks({ clock, secrets: nodeSecrets(keys), files: inFiles })({
          copy,
          by: 'amina',
          because: 'the disk is gone',
        })
        if (isRefusal(restored)) throw new Error(restored.message)
        return opened()
      },
      async close() {
        await store.close()
        remove()
      },
    }
  }
  return opened()
}

const keys = { pinKeys: { current: 'a PIN key for tests' }, pseudonymKey: 'a key for pseudonyms in tests' }
