import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which addresses the hub may connect to for its users. */
export type Reach = 'public' | 'local' | 'any'

/**
 * Loopback, link-local and unassigned addresses: what people ask the hub to fetch must not give access to services that trust this machine. Single
 * addresses of other networks are among them: there, clouds give the machine its credentials.
 */
const never = blockList([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
  '::/127',
  'fe80::/10',
  'ff00::/8',
  '100.100.100.200/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  '168.63.129.16/32',
])
/** Private networks of a home, a company or a container host. */
const local = blockList(['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15', 'fc00::/7', 'fec0::/10'])

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = '0'] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/**
 * Whether the hub may connect to this address. An embedded IPv4 address (`::ffff:…`, NAT64 with either prefix, 6to4) counts as that address.
 * @param reach `public`: addresses on the internet; `local`: also private networks; `any`: also this machine
 */
export function mayReach(address: string, reach: Reach): boolean {
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
  // The prefix for networks of one's own (RFC 8215), with an IPv4 address at its end.
  if (groups[0] === 0x64 && groups[1] === 0xff9b && groups[2] === 1) return dotted(groups[6], groups[7])
  // The form of an IPv4 address that came before `::ffff:`.
  if (isZero(0, 6)) return dotted(groups[6], groups[7])
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
 * Looks names up for a connection. The check applies to the address actually connected to, so a name cannot switch from a harmless address to another one.
 * @param refusal the message when every address is out of reach
 */
export function checkedLookup(reach: Reach, refusal: string): LookupFunction {
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
