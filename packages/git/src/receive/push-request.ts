import { isOid, type Oid, zeroOid } from '../oid.ts'
import { type Packet, pktText, type PktReader } from '../pkt-line.ts'
import { GitProtocolError } from '../protocol-error.ts'

/** Capabilities of receive-pack (gitprotocol-capabilities). */
export const pushCapabilities = [
  'report-status',
  'report-status-v2',
  'delete-refs',
  'side-band-64k',
  'quiet',
  'atomic',
  'ofs-delta',
  'push-options',
  'object-format=sha1',
] as const

/** One ref update; `null` stands for a ref that does not exist. */
export interface PushCommand {
  readonly ref: string
  readonly from: Oid | null
  readonly to: Oid | null
}

/** What precedes the pack (gitprotocol-pack, "Reference Update Request and Packfile Transfer"). */
export interface PushRequest {
  readonly commands: readonly PushCommand[]
  readonly capabilities: ReadonlySet<string>
  readonly options: readonly string[]
  /** The client has a shallow clone: it may lack parents. */
  readonly isShallow: boolean
}

const maxCommands = 10_000
const maxOptions = 100

/**
 * Reads the commands of a push. The pack follows, unless all of them delete.
 * @returns no commands for a request that only probes for authorization
 * @throws {GitProtocolError}
 */
export async function readPushRequest(reader: PktReader): Promise<PushRequest> {
  const commands: PushCommand[] = []
  const seen = new Set<string>()
  let capabilities: ReadonlySet<string> = new Set()
  let isShallow = false
  for (let packet = await reader.next(); !isEnd(packet); packet = await reader.next()) {
    const [line = '', listed] = text(packet).split('\0')
    if (listed !== undefined && commands.length === 0) capabilities = new Set(listed.trim().split(' '))
    if (/^shallow [0-9a-f]{40}$/.test(line)) {
      isShallow = true
      continue
    }
    if (line.startsWith('push-cert')) throw new GitProtocolError('This hub does not support signed pushes')
    const command = parseCommand(line)
    if (seen.has(command.ref)) throw new GitProtocolError(`${command.ref} appears twice in one push`)
    seen.add(command.ref)
    commands.push(command)
    if (commands.length > maxCommands) throw new GitProtocolError(`A push can update at most ${maxCommands} refs`)
  }
  const format = [...capabilities].find((name) => name.startsWith('object-format='))
  if (format !== undefined && format !== 'object-format=sha1') throw new GitProtocolError('This hub supports only SHA-1 repositories')
  const options = capabilities.has('push-options') && commands.length > 0 ? await readOptions(reader) : []
  return { commands, capabilities, options, isShallow }
}

async function readOptions(reader: PktReader): Promise<string[]> {
  const options: string[] = []
  for (let packet = await reader.next(); !isEnd(packet); packet = await reader.next()) {
    if (options.push(text(packet)) > maxOptions) throw new GitProtocolError(`A push can have at most ${maxOptions} options`)
  }
  return options
}

function isEnd(packet: Packet | null): packet is { kind: 'flush' } | null {
  return packet === null || packet.kind === 'flush'
}

function text(packet: Packet | null): string {
  if (packet?.kind !== 'data') throw new GitProtocolError('A push request has an invalid line')
  return pktText(packet.data)
}

function parseCommand(line: string): PushCommand {
  const [from = '', to = '', ...rest] = line.split(' ')
  const ref = rest.join(' ')
  if (!isOid(from) || !isOid(to) || ref === '')
    throw new GitProtocolError(`${JSON.stringify(line.slice(0, 200))} is not a valid push command`)
  return { ref, from: from === zeroOid ? null : from, to: to === zeroOid ? null : to }
}
