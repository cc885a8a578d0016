import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { addUser } from '../support/add-user.ts'
import { openCallRecord } from '../support/call-record.ts'
import { openScenarios, releases, runScenario, type ScenarioResult } from './run-scenario.ts'

/*
 * The acceptance checks of the wire contract with huggingface_hub as users install it. Each release has its own hub and
 * interpreter, and all of them run at once: each test waits for its own result.
 */

const scenarios = [
  'many_files',
  'upload_twice',
  'one_changed_file',
  'download_errors',
  'file_system',
  'commits',
  'branches_and_tags',
  'listings',
  'lifecycle',
  'likes_and_storage',
  'people',
  'collections',
  'access_requests',
  'discussions',
  'pull_requests',
  'whole_repos',
  'large_folder',
  'cards_and_metadata',
  'own_classes',
  'logins',
  'webhooks',
  'spaces',
  'not_offered',
  'words_and_statuses',
  'commits_to_odd_places',
  'expandable_fields',
  'cards_and_filters',
  'errors_without_pages',
  'owners_of_collections',
  'command_line',
  'whole_command_line',
  'every_call',
] as const

const record = openCallRecord(import.meta.filename)
const hubs: BootedHub[] = []
let strict: BootedHub
const waited = new Map<string, Promise<ScenarioResult>>()
const disposals: Promise<void>[] = []

beforeAll(async () => {
  const present = releases.filter(({ python }) => existsSync(python))
  if (present.length === 0) return
  // Without Xet, and with a low size limit for files inside commits.
  strict = await bootHub({ PORTOLAN_XET: 'off', PORTOLAN_INLINE_UPLOAD_MB: '10' })
  hubs.push(strict)
  await Promise.all(present.map(async ({ name, python }) => start(name, python)))
})

async function start(name: string, python: string): Promise<void> {
  const hub = await bootHub()
  hubs.push(hub)
  const world = { endpoint: hub.url, otherToken: await addUser(hub, 'eve') }
  const json = { 'Content-Type': 'application/json' }
  await hub.fetch('/api/organizations', { method: 'POST', headers: json, body: JSON.stringify({ name: 'navy' }) })
  await hub.fetch('/api/organizations/navy/members/eve/role', { method: 'PUT', headers: json, body: JSON.stringify({ role: 'read' }) })
  const noting = { record, release: name }
  const server = await openScenarios(python, world, { noting })
  const running = scenarios.map((scenario) => {
    const result = server.run(scenario)
    waited.set(`${name} ${scenario}`, result)
    return result
  })
  const done = (async () => {
    await Promise.allSettled(running)
    await server[Symbol.asyncDispose]()
  })()
  disposals.push(done)
  for (const environment of largeFileEnvironments)
    waited.set(
      `${name} large_file ${JSON.stringify(environment)}`,
      done.then(() =>
        runScenario(
          python,
          'large_file',
          { ...world, endpoint: strict.url, tag: `x${Object.keys(environment).length}`, environment },
          { noting },
        ),
      ),
    )
}

afterAll(async () => {
  await Promise.allSettled([...waited.values(), ...disposals])
  record.write()
  for (const hub of hubs) await hub[Symbol.asyncDispose]()
})

const largeFileEnvironments: Record<string, string>[] = [{}, { HF_HUB_DISABLE_XET: '1' }]

describe.for(releases)('huggingface_hub $name', ({ name, python, provide }) => {
  const need = existsSync(python) ? '' : `, provide it with: ${provide}`

  test.skipIf(need !== '').for(scenarios)(`%s${need}`, async (scenario) => {
    expect(await waited.get(`${name} ${scenario}`)).toEqual({ status: 0, output: expect.stringMatching(/ok\n$/) as string })
  })

  test.skipIf(need !== '').for(largeFileEnvironments)(`large_file with %j${need}`, async (environment) => {
    const result = await waited.get(`${name} large_file ${JSON.stringify(environment)}`)
    expect(result).toEqual({ status: 0, output: expect.stringMatching(/ok\n$/) as string })
    if (name === 'newest') expect(result?.output).toContain('HF_HUB_DISABLE_XET=1')
  })
})
