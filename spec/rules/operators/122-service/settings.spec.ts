import { expect } from 'chai'
import { checkConfiguration, credentialNames } from '../../../../composition/settings/configurationFile.ts'
import { settingsHelp, settingsInFiles } from '../../../../composition/settings/environment.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'
import { composeFiles, composeIn, fileForms, gatewaysOf, shownConfiguration, shownCredentials } from './ops.ts'

/** The lines of the example that set a variable, or would without their `#`. */
const lines = [...textOf('ops/sente.env.example').matchAll(/^(#.*[Aa]n example:.*\n)?(#?)([A-Z]\w+)=(.*)$/gm)].map(
  ([, example, off = '', name = '', value = '']) => ({ isDefault: off === '#' && !example, name, value }),
)

/** A service needs no settings that only a sandbox reads. */
const settings = settingsHelp().filter(({ name }) => !name.startsWith('SENTE_SANDBOX_'))

describe('122 Running as a service: settings and secrets', () => {
  rule('122.1', 'the example of a service’s environment has every setting once, secrets as files, and no other', {
    'every setting': () => {
      const inFiles = settingsInFiles.filter((name) => name !== 'DATABASE_URL')
      const named = settings.map(({ name }) => (inFiles.includes(name) ? `${name}_FILE` : name))
      const others = ['DATABASE_URL_FILE', ...shownCredentials().map((name) => `${name}_FILE`)]
      const [wanted, found] = [[...named, ...others].sort(), lines.map(({ name }) => name).sort()]
      expect(wanted.filter((name) => !found.includes(name))).to.deep.equal([], 'missing in ops/sente.env.example')
      expect(found).to.deep.equal(wanted)
    },
    'a default, if one is shown': () => {
      for (const { name, value } of lines.filter(({ isDefault, name }) => isDefault && !name.endsWith('_FILE'))) {
        const { help = '' } = settings.find((setting) => setting.name === name) ?? {}
        expect(help, name).to.match(new RegExp(`\\(${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\)`))
      }
    },
    'the credentials of the page about going live': () =>
      expect(credentialNames(checkConfiguration(JSON.parse(shownConfiguration()), 'live.json'))).to.have.members(
        shownCredentials(),
      ),
  })

  rule(
    '122.2',
    'the containers’ variables are settings, each secret is a file, and each file is handed to its container',
    Object.fromEntries(
      composeFiles.map((path) => [
        path,
        () => {
          const compose = composeIn(path)
          const names = settings.map(({ name }) => name).filter((name) => !settingsInFiles.includes(name))
          for (const [, { environment = {}, secrets = [], volumes = [] }] of gatewaysOf(compose)) {
            for (const [name, value] of Object.entries(environment)) {
              if (name.endsWith('_FILE')) {
                expect(fileForms()).to.include(name)
                expect(`/run/secrets/${name.slice(0, -'_FILE'.length)}`).to.equal(value)
              } else expect([...names, 'DATABASE_URL']).to.include(name)
            }
            const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'))
            expect(secrets.map((name) => `/run/secrets/${name}`)).to.have.members(files)
            expect(
              fileForms().filter(
                (name) => !/DATABASE|PREVIOUS|PSEUDONYM|CASE|OIDC|SMTP/.test(name) && !environment[name],
              ),
            ).to.deep.equal([])
            const places = volumes.map((volume) => volume.split(':')[1])
            expect(places).to.include.members(['/etc/sente/live.json', '/var/lib/sente'])
          }
          const asked = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets)
          expect(Object.keys(compose.secrets)).to.have.members([...new Set(asked)])
          for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).to.equal(`./secrets/${name}`)
        },
      ]),
    ),
  )

  rule('122.3', 'the containers can change only their volumes, and have the time to finish payments in flight', {
    ...Object.fromEntries(
      composeFiles.map((path) => [
        path,
        () => {
          const compose = composeIn(path)
          expect(gatewaysOf(compose)).to.have.length(path.includes('three') ? 3 : 1)
          for (const [, gateway] of gatewaysOf(compose)) {
            expect(gateway).to.deep.include({ read_only: true, cap_drop: ['ALL'], restart: 'always' })
            expect(gateway.security_opt).to.deep.equal(['no-new-privileges:true'])
            expect(Number.parseInt(String(gateway.stop_grace_period), 10)).to.be.above(30)
            expect(gateway.build).to.deep.equal({ context: '../dist-packages', dockerfile: '../ops/Dockerfile' })
            expect(gateway).not.to.have.any.keys('ports', 'privileged', 'user')
          }
          const kept = Object.values(compose.services).flatMap(({ volumes = [] }) =>
            volumes.map((volume) => volume.split(':')[0] ?? '').filter((from) => /^\w+$/.test(from)),
          )
          expect(Object.keys(compose.volumes)).to.have.members(kept)
        },
      ]),
    ),
    'the image runs as a user of its own': () => {
      const last =
        textOf('ops/Dockerfile')
          .split(/^FROM /m)
          .at(-1) ?? ''
      expect(last).to.match(/^USER node$/m)
      expect(last).to.match(/^HEALTHCHECK /m)
    },
    'nginx is the only trusted proxy, and the only reachable one': () => {
      for (const path of composeFiles) {
        const compose = composeIn(path)
        const [{ subnet = '' } = {}] = compose.networks.default.ipam.config
        for (const [, { environment }] of gatewaysOf(compose))
          expect(environment).to.include({ SENTE_TRUSTED_PROXIES: subnet })
        const reached = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
        expect(reached.map(([name, { ports }]) => [name, ports])).to.deep.equal([['nginx', ['443:443']]])
      }
    },
  })
})
