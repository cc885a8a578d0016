import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { defaultRuntimeFolder, runtimeProblem } from '@portolan/engine'
import { clockFinding, type Finding, findings } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { readUpstreams } from '../inference/read-upstreams.ts'
import { webBuild } from '../pages/load-pages.ts'
import { loadRegistry } from '../registry/load-registry.ts'
import { describeProblem } from '../yaml/located-problems.ts'
import { causeOf } from './check-address.ts'

/** How long the identity provider may take. Milliseconds. */
const timeoutMs = 5_000

export function checkPages(): Finding[] {
  const { ok, problem } = findings('pages')
  return [
    existsSync(new URL('server/index.js', webBuild)) ? ok('The pages are built.') : problem('The pages are not built: run npm run build.'),
  ]
}

export function checkEngine({ engine, engineRuntime }: ServerConfig): Finding[] {
  const { ok, warning } = findings('engine')
  if (!engine) return [ok('The local engine is switched off.')]
  const reason = runtimeProblem(engineRuntime ?? defaultRuntimeFolder)
  return [reason === null ? ok('The local engine is installed.') : warning(`${reason} Or switch it off: PORTOLAN_ENGINE=off.`)]
}

/** Whether the identity provider describes itself, and as the one that is meant. */
export async function checkSignIn({ oidcIssuer }: ServerConfig): Promise<Finding[]> {
  const { ok, problem } = findings('sign-in')
  if (oidcIssuer === null) return []
  const address = `${oidcIssuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const sent = Date.now()
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    const answered = Date.now()
    const { issuer } = (await answer.json()) as { issuer?: unknown }
    if (issuer !== oidcIssuer)
      return [problem(`The identity provider calls itself ${String(issuer).slice(0, 200)}: set PORTOLAN_OIDC_ISSUER to exactly that.`)]
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    return [
      ok(`The identity provider ${oidcIssuer} answers.`),
      ...(Number.isNaN(theirs)
        ? []
        : [clockFinding('the identity provider', (sent + answered) / 2 - theirs - 500, (answered - sent) / 2 + 500)]),
    ]
  } catch (error) {
    return [
      problem(
        `The identity provider does not answer at ${address} (${causeOf(error)}): correct PORTOLAN_OIDC_ISSUER, or check the network.`,
      ),
    ]
  }
}

/** The files that the operator writes: their own libraries, and what serves models. */
export async function checkFiles(
  { registryDir, inferenceFile }: ServerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const found: Finding[] = []
  if (registryDir !== null) {
    const { ok, problem } = findings('own libraries')
    const read = await loadRegistry(registryDir).catch((error: unknown) => (error as Error).message)
    if (typeof read === 'string') found.push(problem(`${registryDir} cannot be read (${read}): correct PORTOLAN_REGISTRY_DIR.`))
    else if (read.problems.length === 0) found.push(ok(`${registryDir} has ${read.libraries.length} libraries.`))
    else found.push(...read.problems.map((each) => problem(`${describeProblem(each)}: correct that line (docs/operate/registry.md).`)))
  }
  if (inferenceFile !== null) {
    const { ok, problem } = findings('upstreams')
    const source = await readFile(inferenceFile, 'utf8').catch((error: unknown) => error as Error)
    if (source instanceof Error)
      found.push(problem(`${inferenceFile} cannot be read (${source.message}): correct PORTOLAN_INFERENCE_FILE.`))
    else {
      const { upstreams, problems } = readUpstreams(basename(inferenceFile), source, environment)
      if (problems.length === 0) found.push(ok(`${inferenceFile} has ${upstreams.length} upstreams.`))
      else found.push(...problems.map((each) => problem(`${describeProblem(each)}: correct that line (docs/operate/inference.md).`)))
    }
  }
  return found
}
