import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { addUser } from '../support/add-user.ts'
import { releases, runScenario, type ScenarioWorld } from './run-scenario.ts'

/* The acceptance checks of the wire contract (hub API, section 17) with huggingface_hub as people install it. */

const scenarios = [
  'upload_twice',
  'one_changed_file',
  'download_errors',
  'many_files',
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
  'command_line',
] as const

let hub: BootedHub
let world: ScenarioWorld
/** A hub without Xet that takes only small files inside commits. */
let strict: BootedHub
beforeAll(async () => {
  hub = await bootHub()
  strict = await bootHub({ PORTOLAN_XET: 'off', PORTOLAN_INLINE_UPLOAD_MB: '10' })
  world = { endpoint: hub.url, otherToken: await addUser(hub, 'eve') }
  const json = { 'Content-Type': 'application/json' }
  await hub.fetch('/api/organizations', { method: 'POST', headers: json, body: JSON.stringify({ name: 'navy' }) })
  await hub.fetch('/api/organizations/navy/members/eve/role', { method: 'PUT', headers: json, body: JSON.stringify({ role: 'read' }) })
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await strict[Symbol.asyncDispose]()
})

describe.for(releases)('huggingface_hub $name', ({ name, python, provide }) => {
  const need = existsSync(python) ? '' : `, provide it with: ${provide}`

  test.skipIf(need !== '').for(scenarios)(`%s${need}`, async (scenario) => {
    expect(await runScenario(python, scenario, world)).toEqual({ status: 0, output: expect.stringMatching(/ok\n$/) as string })
  })

  test.skipIf(need !== '').for([{}, { HF_HUB_DISABLE_XET: '1' }])(`large_file with %j${need}`, async (environment) => {
    const asked = { ...world, endpoint: strict.url, tag: `x${Object.keys(environment).length}`, environment }
    const result = await runScenario(python, 'large_file', asked)
    expect(result).toEqual({ status: 0, output: expect.stringMatching(/ok\n$/) as string })
    if (name === 'newest') expect(result.output).toContain('HF_HUB_DISABLE_XET=1')
  })
})
