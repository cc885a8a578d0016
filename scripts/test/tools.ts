import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { defaultRuntimeFolder, runtimeProblem } from '../../packages/engine/src/runtime-folder.ts'
import { selectedPart } from '../../packages/snippets/proofs/part.ts'
import { root } from '../check/sources.ts'
import { environmentsOf } from './printed-code.ts'

/** A tool that part of the suite needs. */
export interface Tool {
  readonly name: string
  /** Its path, or `null` if it is missing. */
  readonly path: string | null
  /** The command that installs it on Debian. */
  readonly provide: string
  /** The tests skipped without it. */
  readonly skips: string
  /** The variable that passes its path to the tests. */
  readonly variable: string
}

/** The `huggingface_hub` releases that the end-to-end suite runs, as folders of `.cache/venvs`. */
export const venvNames = ['newest', '1.19', '0.36'] as const

/** Finds the tools on this machine. A variable that is already set takes precedence. */
export function findTools(): Tool[] {
  const venvs = process.env['PORTOLAN_E2E_VENVS'] ?? join(root, '.cache/venvs')
  const js = process.env['PORTOLAN_E2E_JS'] ?? join(root, '.cache/js')
  const proofs = process.env['PORTOLAN_PROOF_VENVS'] ?? join(root, '.cache/proof-venvs')
  const engine = process.env['PORTOLAN_ENGINE_RUNTIME'] ?? defaultRuntimeFolder
  const inference = process.env['PORTOLAN_INFERENCE_CLIENTS'] ?? join(root, '.cache/inference')
  const node22 = process.env['PORTOLAN_TEST_NODE_22'] ?? join(root, '.cache/node-22')
  const s3 = process.env['PORTOLAN_TEST_S3_SERVER'] ?? join(root, '.cache/s3')
  const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
  return [
    {
      name: 'Chromium',
      path: process.env['PORTOLAN_CHROMIUM'] ?? onPath('chromium') ?? onPath('google-chrome'),
      provide: 'apt-get install --no-install-recommends chromium fonts-liberation',
      skips: 'browser suite (e2e/web)',
      variable: 'PORTOLAN_CHROMIUM',
    },
    {
      name: 'Postgres 15 or later',
      path: process.env['PORTOLAN_POSTGRES_BIN'] ?? postgresFolder(),
      provide: 'apt-get install postgresql',
      skips: 'Postgres half of the contract suites',
      variable: 'PORTOLAN_POSTGRES_BIN',
    },
    {
      name: 'an S3 server (versitygw)',
      path: existsSync(join(s3, 'versitygw')) ? s3 : null,
      provide: 'bash scripts/test/s3-server.sh',
      skips: 'S3 half of the storage suites, several processes over one bucket',
      variable: 'PORTOLAN_TEST_S3_SERVER',
    },
    {
      name: 'Python 3.10 or later',
      path: onPath('python3'),
      provide: 'apt-get install python3 python3-venv',
      skips: 'parsing of Python goldens, Python literals',
      variable: 'PORTOLAN_PYTHON',
    },
    {
      name: `Python environments with huggingface_hub (${venvNames.join(', ')})`,
      path: venvNames.every((name) => existsSync(join(venvs, name, 'bin/python'))) ? venvs : null,
      provide: 'bash scripts/test/venvs.sh',
      skips: 'Python client suites (e2e/clients)',
      variable: 'PORTOLAN_E2E_VENVS',
    },
    {
      name: 'JavaScript libraries to run printed code with (@huggingface/transformers)',
      path: existsSync(join(js, 'node_modules/@huggingface/transformers')) ? js : null,
      provide: 'bash scripts/test/js-clients.sh',
      skips: 'running printed JavaScript (e2e/snippets)',
      variable: 'PORTOLAN_E2E_JS',
    },
    {
      name: 'Python libraries to run printed code with (torch, transformers and others; llama-cpp-python)',
      path: environmentsOf(selectedPart()).every((name) => existsSync(join(proofs, name, 'bin/python'))) ? proofs : null,
      provide: 'bash scripts/test/proof-venv.sh --llama',
      skips: 'running printed Python (e2e/snippets/python-libraries.test.ts)',
      variable: 'PORTOLAN_PROOF_VENVS',
    },
    {
      name: 'what the local engine runs models with',
      path: runtimeProblem(engine) === null ? engine : null,
      provide: 'npm run engine',
      skips: 'tests that run models on the hub (packages/engine)',
      variable: 'PORTOLAN_ENGINE_RUNTIME',
    },
    {
      name: 'Clients of inference in Python and JavaScript',
      path: ['venv/bin/python', 'js/node_modules/@huggingface/inference'].every((path) => existsSync(join(inference, path)))
        ? inference
        : null,
      provide: 'bash scripts/test/inference-clients.sh',
      skips: 'recording what printed inference code sends (e2e/inference)',
      variable: 'PORTOLAN_INFERENCE_CLIENTS',
    },
    {
      name: 'Node 22',
      path: globSync(join(node22, 'node_modules/node-*/bin/node')).length > 0 ? node22 : null,
      provide: 'bash scripts/test/node-22.sh',
      skips: 'running the published packages on Node 22 (e2e/packages)',
      variable: 'PORTOLAN_TEST_NODE_22',
    },
    {
      name: 'openssl',
      path: onPath('openssl'),
      provide: 'apt-get install openssl',
      skips: 'recording what printed inference code sends (e2e/inference)',
      variable: 'PORTOLAN_OPENSSL',
    },
    {
      name: 'git',
      path: onPath('git'),
      provide: 'apt-get install git',
      skips: 'comparison of git objects with the git program',
      variable: 'PORTOLAN_GIT',
    },
    {
      name: 'git-lfs',
      path: onPath('git-lfs'),
      provide: 'apt-get install git-lfs',
      skips: 'large files through git (e2e/clients/git-write.test.ts)',
      variable: 'PORTOLAN_GIT_LFS',
    },
    {
      name: 'faketime',
      path: onPath('faketime'),
      provide: 'apt-get install faketime',
      skips: 'a clock that jumps (e2e/durability/clock.test.ts)',
      variable: 'PORTOLAN_TEST_FAKETIME',
    },
    {
      name: 'real models and cards (../shared/data)',
      path: existsSync(data) ? data : null,
      provide: 'set PORTOLAN_SHARED_DATA to a folder that has them',
      skips: 'tests on real models and cards',
      variable: 'PORTOLAN_SHARED_DATA',
    },
  ]
}

function onPath(program: string): string | null {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Returns the folder with `initdb` and `pg_ctl`, which Debian keeps off the PATH. */
function postgresFolder(): string | null {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && Number(folder.split('/')[4]) >= 15) ?? null
}
