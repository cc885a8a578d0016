import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Finding, findings } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { isLocalHost } from '../http/host-names.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { listenFault } from '../startup-fault.ts'

/** How long the hub, or what stands in front of it, may take for one answer. Milliseconds. */
const timeoutMs = 5_000

type Places = Pick<ServerConfig, 'host' | 'port' | 'metricsPort' | 'publicUrl' | 'trustedProxies'>

const onPort = findings('port')
const onAddress = findings('public address')

/**
 * Checks that the hub can listen, and that its public address leads here. While no server runs, this listens in its place for a moment: only
 * then can be seen what a proxy passes on.
 */
export async function checkAddress(config: Places): Promise<Finding[]> {
  const received: IncomingMessage[] = []
  const stand = createServer((request, response) => {
    received.push(request)
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '5' }).end('portolan doctor is checking this address.\n')
  })
  const own = `http://${['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  const ports: Finding[] = []
  let isRunning = false
  try {
    await listen(stand, config)
    ports.push(onPort.ok(`Port ${config.port} on ${config.host} is free.`))
  } catch (error) {
    isRunning = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' && (await isHub(own))
    ports.push(isRunning ? onPort.ok(`A hub is running on port ${config.port}.`) : onPort.problem(listenFault(error as Error, config)))
  }
  try {
    if (config.metricsPort !== null && !isRunning) ports.push(await checkMetricsPort(config))
    return [...ports, ...(await checkPublicUrl(config, { own: isRunning ? own : null, received: stand.listening ? received : null }))]
  } finally {
    await end(stand)
  }
}

async function checkMetricsPort(config: Places): Promise<Finding> {
  const { host, metricsPort } = config
  const server = createServer()
  try {
    await listen(server, { host, port: metricsPort ?? 0 })
    return onPort.ok(`Port ${metricsPort} on ${host} is free for metrics.`)
  } catch (error) {
    return onPort.problem(listenFault(error as Error, config))
  } finally {
    await end(server)
  }
}

async function end(server: Server): Promise<void> {
  if (server.listening) await closeServer(server, 0)
}

/**
 * @param own the address of the running hub on this machine; `null` when none runs
 * @param received what has arrived at the place of the hub; `null` when something else listens there
 */
async function checkPublicUrl(
  { host, publicUrl, trustedProxies }: Places,
  { own, received }: { readonly own: string | null; readonly received: readonly IncomingMessage[] | null },
): Promise<Finding[]> {
  const { ok, warning, problem } = onAddress
  if (publicUrl === null) {
    const isPrivate = ['127.0.0.1', '::1', 'localhost'].includes(host)
    return [
      isPrivate
        ? ok('PORTOLAN_PUBLIC_URL is not set: the hub is for this machine only.')
        : warning('Other machines can reach the hub, under no name of its own: set PORTOLAN_PUBLIC_URL to the address that people use.'),
    ]
  }
  const found: Finding[] = []
  if (publicUrl.startsWith('http:') && !isLocalHost(new URL(publicUrl).host))
    found.push(warning(`Passwords and tokens travel unencrypted to ${publicUrl}: put a proxy with TLS in front (docs/operate/proxies.md).`))
  const nonce = randomBytes(12).toString('hex')
  const path = own === null ? `/api/health/live?doctor=${nonce}` : '/oauth/jwks'
  let answer: Response
  try {
    answer = await get(`${publicUrl}${path}`)
  } catch (error) {
    return [
      ...found,
      problem(`${publicUrl} cannot be reached from here (${causeOf(error)}): check its DNS name, the proxy, and the certificate.`),
    ]
  }
  if (own !== null) {
    const here = await keysOf(await get(`${own}${path}`))
    const there = await keysOf(answer)
    if (here === null || there !== here)
      return [...found, problem(`Something else than this hub answers at ${publicUrl}: correct its DNS name, or where the proxy sends it.`)]
    return [...found, ok(`${publicUrl} leads to this hub.`)]
  }
  if (received === null)
    return [...found, warning(`Whether ${publicUrl} leads here cannot be checked while something else has the port: free it.`)]
  const arrived = received.find(({ url }) => url?.includes(nonce))
  if (arrived === undefined)
    return [...found, problem(`A call to ${publicUrl} does not arrive here: correct its DNS name, or where the proxy sends it.`)]
  found.push(ok(`${publicUrl} leads here.`), ...headerFindings(arrived, publicUrl, trustedProxies))
  return found
}

function headerFindings(arrived: IncomingMessage, publicUrl: string, trustedProxies: number): Finding[] {
  const { warning, problem } = onAddress
  const found: Finding[] = []
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '')
  if (!(arrived.url ?? '').startsWith(`${prefix}/`))
    found.push(problem(`The proxy cuts ${prefix} from paths: let it pass on the whole path (docs/operate/proxies.md).`))
  const forwarded = String(arrived.headers['x-forwarded-for'] ?? '')
  const hops = forwarded === '' ? 0 : forwarded.split(',').length
  if (hops > trustedProxies)
    found.push(warning(`${hops} proxies stand in front, so that all callers count as one: set PORTOLAN_TRUSTED_PROXIES=${hops}.`))
  if (hops < trustedProxies)
    found.push(
      warning(
        `X-Forwarded-For has ${hops} addresses, fewer than PORTOLAN_TRUSTED_PROXIES=${trustedProxies}: callers could choose theirs; lower it, or let the proxy send the header.`,
      ),
    )
  return found
}

function get(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

async function isHub(own: string): Promise<boolean> {
  const answer = await get(`${own}/api/health/live`).catch(() => null)
  const body = (await answer?.json().catch(() => null)) as { status?: unknown } | null | undefined
  return body?.status === 'ok'
}

/** The public keys of a hub, by which its database is recognized; `null` for anything else. */
async function keysOf(answer: Response): Promise<string | null> {
  const body = (await answer.json().catch(() => null)) as { keys?: { kid?: string }[] } | null
  const ids = body?.keys?.map(({ kid }) => kid).filter((kid) => kid !== undefined)
  return ids === undefined || ids.length === 0 ? null : ids.toSorted().join(' ')
}

/** The system's words for why a call failed: `fetch` itself says only that it did. */
export function causeOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return 'no answer in time'
  return cause?.code ?? cause?.message ?? message
}
