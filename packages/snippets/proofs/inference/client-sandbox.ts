import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inferenceProviderKeys, inferenceProviders } from '@portolan/tasks'
import type { InferenceSnippet } from '../../src/inference/types.ts'
import { answerTo, resultHost, type Scene } from './answers.ts'
import { makeCertificate } from './certificate.ts'
import { compare, type Comparison } from './compare.ts'
import { traceOfRunning } from './hostile-calls.ts'
import { node, python, type Runner, shell } from './programs.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { sampleFile } from './sample-files.ts'

/** Where the clients are installed (scripts/test/inference-clients.sh). */
export const clientsFolder = process.env['PORTOLAN_INFERENCE_CLIENTS'] ?? join(import.meta.dirname, '../../../../.cache/inference')

export function clientsAreInstalled(): boolean {
  return existsSync(join(clientsFolder, 'venv/bin/python')) && existsSync(join(clientsFolder, 'js/node_modules/@huggingface/inference'))
}

/** The result of running a snippet. */
export interface Run extends Comparison {
  readonly output: string
}

/** An environment with the real clients, where code runs and can reach nothing but a recorder. */
export interface ClientSandbox extends AsyncDisposable {
  /** Runs a snippet as printed, until it ends. */
  run(snippet: InferenceSnippet, scene: Scene): Promise<Run>
}

/** Runs one snippet at a time. */
interface Bench {
  readonly recorder: Recorder
  readonly environment: Readonly<Record<string, string>>
  readonly runners: Readonly<Record<InferenceSnippet['language'], Runner>>
}

/** Names of hubs and endpoints that the cases call, in addition to the providers. */
const hosts = [
  'huggingface.co',
  'router.huggingface.co',
  'fal.run',
  resultHost,
  'hub.example.org',
  'endpoint.example.org',
  'files.example.org',
  'example.org',
  ...inferenceProviderKeys.map((key) => new URL(inferenceProviders[key].baseUrl).host),
]

/**
 * All keys are different, so that a key sent to another provider is detected. A key that starts with `hf_` is a hub token: clients choose between the
 * router and the provider by that prefix.
 */
export const keys: Readonly<Record<string, string>> = {
  HF_TOKEN: 'hf_recordedOnlyNeverUsed',
  API_TOKEN: 'token-of-an-own-server',
  // Read by fal's own client.
  FAL_KEY: 'key-in-FAL_KEY',
  ...Object.fromEntries(
    inferenceProviderKeys
      .map((key) => inferenceProviders[key].environment)
      .filter((name) => name !== 'HF_TOKEN')
      .map((name) => [name, `key-in-${name}`]),
  ),
}

export async function openWorkshop(parallel = 4): Promise<ClientSandbox> {
  mkdirSync(join(clientsFolder, 'js'), { recursive: true })
  // Below the JavaScript clients, where Node finds them.
  const folder = mkdtempSync(join(clientsFolder, 'js/run-'))
  const certificate = makeCertificate(folder, [...new Set(hosts)])
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    HF_HOME: join(folder, 'hf'),
    LANG: 'C.UTF-8',
    SSL_CERT_FILE: certificate.authority,
    REQUESTS_CA_BUNDLE: certificate.authority,
    CURL_CA_BUNDLE: certificate.authority,
    NODE_EXTRA_CA_CERTS: certificate.authority,
    NODE_USE_ENV_PROXY: '1',
    // Usage statistics are not part of what the code sends.
    HF_HUB_DISABLE_TELEMETRY: '1',
  }
  const pythons = python(join(clientsFolder, 'venv/bin/python'), environment)
  const benches = await Promise.all(
    Array.from({ length: parallel }, async (): Promise<Bench> => {
      const recorder = await startRecorder(certificate)
      const own = { ...environment, ...proxied(recorder.proxy), ...keys }
      return { recorder, environment: own, runners: { python: pythons, javascript: node(own), shell } }
    }),
  )
  const idle = [...benches]
  const waiting: ((bench: Bench) => void)[] = []
  const free = (bench: Bench): void => {
    const next = waiting.shift()
    if (next) next(bench)
    else idle.push(bench)
  }
  let runs = 0
  return {
    async run(snippet, scene) {
      const bench = idle.pop() ?? (await new Promise<Bench>((resolve) => waiting.push(resolve)))
      const place = join(folder, String(runs++))
      try {
        mkdirSync(place)
        for (const name of snippet.files) if (!/^https?:/i.test(name)) put(join(place, name), sampleFile(name).bytes)
        const recorded = bench.recorder.start((request) =>
          answerTo(request, scene, recorded.filter(({ method, url }) => method === request.method && url === request.url).length - 1),
        )
        const { status, output } = await bench.runners[snippet.language].run({
          code: snippet.code,
          folder: place,
          environment: bench.environment,
          packages: snippet.install.split(/\s+/).filter((word) => word !== ''),
        })
        const comparison = await compare(snippet.request, recorded, keys, snippet.files)
        const failure = status === 0 ? [] : [`ended with ${status}: ${output.trim().split('\n').at(-1) ?? ''}`]
        failure.push(...notInstalled(snippet))
        if (output.trim() === '' && !leavesFile(place, snippet.files)) failure.push('printed nothing, and left no file')
        if (existsSync(join(place, traceOfRunning))) failure.push('a value ran as code')
        return { ...comparison, differences: [...failure, ...comparison.differences], output }
      } finally {
        free(bench)
        rmSync(place, { recursive: true, force: true })
      }
    },
    async [Symbol.asyncDispose]() {
      await pythons[Symbol.asyncDispose]()
      for (const { runners, recorder } of benches) {
        await runners.javascript[Symbol.asyncDispose]()
        await recorder[Symbol.asyncDispose]()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether there is a nonempty file that was not there before. */
function leavesFile(place: string, files: readonly string[]): boolean {
  return readdirSync(place).some((name) => name !== 'snippet.mjs' && !files.includes(name) && statSync(join(place, name)).size > 0)
}

/** JavaScript imports that the printed line does not install; the workshop's Python has nothing else installed anyway. */
function notInstalled({ language, code, install }: InferenceSnippet): string[] {
  if (language !== 'javascript') return []
  const imported = [...code.matchAll(/^import .* from "([^"]+)"/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => !name.startsWith('node:'))
  return imported
    .filter((name) => !install.split(/\s+/).includes(name))
    .map((name) => `imports ${name}, which the printed line does not install`)
}

/** Both spellings: curl reads only lowercase http_proxy. */
function proxied(proxy: string): Record<string, string> {
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy }
}

function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
