import { type PktReader, pktText } from '../pkt-line.ts'
import { GitProtocolError } from '../protocol-error.ts'
import { checkObjectFormat, FetchLines, type FetchRequest, shown } from './fetch-request.ts'

/** What `git ls-remote` and the first step of a fetch ask for (gitprotocol-v2, "ls-refs"). */
export interface LsRefsRequest {
  readonly peel: boolean
  readonly symrefs: boolean
  readonly unborn: boolean
  /** Only refs that start with one of these; all refs if empty. */
  readonly prefixes: readonly string[]
}

export type CommandV2 =
  | { readonly command: 'ls-refs'; readonly request: LsRefsRequest }
  | { readonly command: 'fetch'; readonly request: FetchRequest }

/** With more prefixes than this, all refs are sent: prefixes only save work. */
const maxPrefixes = 1_000

/**
 * Reads one command of version 2 (gitprotocol-v2, "Command Request").
 * @returns `null` for an empty request
 * @throws {GitProtocolError}
 */
export async function readCommandV2(reader: PktReader): Promise<CommandV2 | null> {
  const capabilities: string[] = []
  let packet = await reader.next()
  if (packet === null || packet.kind === 'flush') return null
  for (; packet?.kind === 'data'; packet = await reader.next()) capabilities.push(pktText(packet.data))
  if (packet?.kind !== 'delim' && packet?.kind !== 'flush') throw new GitProtocolError('A command does not end with a flush')
  const commands = capabilities.filter((line) => line.startsWith('command='))
  if (commands.length !== 1) throw new GitProtocolError('A request must have exactly one command')
  const command = commands[0]?.slice('command='.length)
  checkObjectFormat(capabilities)
  const lines = packet.kind === 'delim' ? argumentLines(reader) : []
  if (command === 'ls-refs') return { command, request: await readLsRefs(lines) }
  if (command === 'fetch') return { command, request: await readFetch(lines) }
  throw new GitProtocolError(`invalid command ${shown(command ?? '')}`)
}

async function* argumentLines(reader: PktReader): AsyncGenerator<string> {
  for (;;) {
    const packet = await reader.next()
    if (packet?.kind === 'flush') return
    if (packet?.kind !== 'data') throw new GitProtocolError('A command does not end with a flush')
    yield pktText(packet.data)
  }
}

async function readLsRefs(lines: AsyncIterable<string> | Iterable<string>): Promise<LsRefsRequest> {
  const request = { peel: false, symrefs: false, unborn: false, prefixes: [] as string[] }
  for await (const line of lines) {
    if (line === 'peel' || line === 'symrefs' || line === 'unborn') request[line] = true
    else if (line.startsWith('ref-prefix ')) request.prefixes.push(line.slice('ref-prefix '.length))
    else throw new GitProtocolError(`unexpected line: ${shown(line)}`)
  }
  if (request.prefixes.length >= maxPrefixes) request.prefixes = []
  return request
}

const flags = ['done', 'thin-pack', 'ofs-delta', 'no-progress', 'include-tag', 'wait-for-done'] as const

async function readFetch(lines: AsyncIterable<string> | Iterable<string>): Promise<FetchRequest> {
  const taken = new FetchLines()
  const set = new Set<string>()
  for await (const line of lines) {
    if ((flags as readonly string[]).includes(line)) set.add(line)
    else if (!taken.take(line)) throw new GitProtocolError(`unexpected line: ${shown(line)}`)
  }
  taken.check()
  return {
    version: 2,
    wants: [...taken.wants],
    shallow: [...taken.shallow],
    deepen: taken.deepen,
    filter: taken.filter,
    haves: [...taken.haves],
    ending: set.has('done') ? 'done' : 'flush',
    multiAck: 'multi_ack_detailed',
    noDone: false,
    waitForDone: set.has('wait-for-done'),
    thinPack: set.has('thin-pack'),
    ofsDelta: set.has('ofs-delta'),
    sideBand: 'side-band-64k',
    noProgress: set.has('no-progress'),
    includeTag: set.has('include-tag'),
  }
}
