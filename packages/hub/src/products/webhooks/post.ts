import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { retryAfterMs } from '@portolan/client'

/** How long a receiver may take. Milliseconds. */
export interface PostLimits {
  /** From the look-up of its name until the connection stands, TLS included. */
  readonly connectMs: number
  /** For the whole delivery. */
  readonly totalMs: number
}
const defaultLimits: PostLimits = { connectMs: 5_000, totalMs: 10_000 }
/** How much of a response is kept for the log. Bytes. */
const keptBytes = 4_096

export interface PostResult {
  /** `null` when there was no response. */
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
  /** The delay the receiver requested in Retry-After. Milliseconds. */
  readonly retryAfterMs: number | null
  /** Duration. Milliseconds. */
  readonly duration: number
}

/** Loopback, link-local and unassigned addresses: a webhook must not give access to services that trust requests from this machine. */
const never = blockList(['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/3', '::/127', 'fe80::/10', 'ff00::/8'])
/** Private networks of a home, a company or a container host. */
const local = blockList(['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15', 'fc00::/7'])

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = '0'] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/**
 * Whether the hub may connect to this address. An embedded IPv4 address (`::ffff:…`, NAT64, 6to4) counts as that address.
 * @param reach `public`: addresses on the internet; `local`: also private networks; `any`: also this machine
 */
export function mayReach(address: string, reach: 'public' | 'local' | 'any'): boolean {
  if (reach === 'any') return true
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const embedded = family === 'ipv6' ? embeddedIpv4(address) : null
  if (embedded !== null) return mayReach(embedded, reach)
  if (never.check(address, family)) return false
  return reach === 'local' || !local.check(address, family)
}

function embeddedIpv4(address: string): string | null {
  const groups = expand(address)
  if (groups === null) return null
  const dotted = (high = 0, low = 0) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (isZero(0, 5) && groups[5] === 0xffff) return dotted(groups[6], groups[7])
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return dotted(groups[6], groups[7])
  if (groups[0] === 0x2002) return dotted(groups[1], groups[2])
  return null
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] | null {
  const plain = address.split('%')[0] ?? ''
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(plain)
  const text = dotted ? `${dotted[1]}${hex(dotted[2], dotted[3])}:${hex(dotted[4], dotted[5])}` : plain
  const [head = '', tail] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, middle)).fill('0'), ...right].map((group) => Number.parseInt(group, 16))
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null
}

const hex = (high = '0', low = '0') => ((Number(high) << 8) | Number(low)).toString(16)

/**
 * Posts JSON. Does not follow redirects, checks the address when connecting, and reads a limited part of the response. Never throws.
 * @returns `cut` when the signal ended it
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  reach: 'public' | 'local' | 'any',
  cut: AbortSignal,
  limits = defaultLimits,
): Promise<PostResult | 'cut'> {
  const started = performance.now()
  const done = (rest: Omit<PostResult, 'duration'>): PostResult => ({ ...rest, duration: Math.round(performance.now() - started) })
  if (cut.aborted) return 'cut'
  const target = new URL(url)
  const bare = target.hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !mayReach(bare, reach)) return done({ ...noAnswer, error: refusal })
  try {
    return done({ ...(await send(target, body, headers, reach, cut, limits)), error: null })
  } catch (error) {
    return cut.aborted ? 'cut' : done({ ...noAnswer, error: reasonOf(error) })
  }
}

const noAnswer = { status: null, response: null, retryAfterMs: null }
const refusal = 'The URL points to a network that webhooks of this hub are not allowed to reach'

function send(
  target: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  reach: 'public' | 'local' | 'any',
  cut: AbortSignal,
  { connectMs, totalMs }: PostLimits,
): Promise<Pick<PostResult, 'status' | 'response' | 'retryAfterMs'>> {
  const isSecure = target.protocol === 'https:'
  const request = isSecure ? httpsRequest : httpRequest
  const { promise, resolve, reject } = Promise.withResolvers<Pick<PostResult, 'status' | 'response' | 'retryAfterMs'>>()
  const call = request(
    target,
    {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      lookup: checkedLookup(reach),
      signal: cut,
    },
    (answer) => {
      const pieces: Buffer[] = []
      let size = 0
      const finish = () => {
        const asked = answer.headers['retry-after']
        resolve({
          status: answer.statusCode ?? 0,
          response: Buffer.concat(pieces).subarray(0, keptBytes).toString('utf8'),
          retryAfterMs: asked === undefined ? null : retryAfterMs(asked),
        })
        answer.destroy()
      }
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size >= keptBytes) finish()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    },
  )
  const giveUp = (reason: string) => {
    const error = new Error(reason)
    reject(error)
    call.destroy(error)
  }
  const connecting = setTimeout(() => giveUp(`No connection within ${connectMs / 1000} seconds`), connectMs)
  const whole = setTimeout(() => giveUp(`No answer within ${totalMs / 1000} seconds`), totalMs)
  call.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)))
  call.on('error', reject)
  call.end(body)
  return promise.finally(() => {
    clearTimeout(connecting)
    clearTimeout(whole)
  })
}

/** The check applies to the address actually connected to, so a name cannot switch from a harmless address to another one. */
function checkedLookup(reach: 'public' | 'local' | 'any'): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => mayReach(address, reach))
      const [first] = allowed
      if (!first) return callback(new Error(refusal), '', 0)
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error.message : `The request failed: ${code}`
}
