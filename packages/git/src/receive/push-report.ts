import { encodePkt, flushPkt, maxPktDataBytes } from '../pkt-line.ts'

/** The result of a push. */
export interface PushReport {
  /** Why the pack was rejected; `null` if it was accepted. */
  readonly unpackProblem: string | null
  readonly results: readonly { readonly ref: string; readonly problem: string | null }[]
}

/** As pkt-lines with a flush at the end (gitprotocol-pack, "Report Status"). Versions 1 and 2 are the same without options. */
export function encodePushReport({ unpackProblem, results }: PushReport): Buffer {
  return Buffer.concat([
    line(`unpack ${unpackProblem === null ? 'ok' : oneLine(unpackProblem)}`),
    ...results.map(({ ref, problem }) => line(problem === null ? `ok ${ref}` : `ng ${ref} ${oneLine(problem)}`)),
    flushPkt,
  ])
}

function line(text: string): Buffer {
  const bytes = Buffer.from(`${text}\n`)
  return encodePkt(bytes.length > maxPktDataBytes ? bytes.subarray(0, maxPktDataBytes) : bytes)
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a terminal would interpret them
  return text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 1_000)
}
