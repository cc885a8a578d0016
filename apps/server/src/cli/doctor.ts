import { examine } from '../doctor/doctor.ts'
import { UsageError } from './usage-error.ts'

export const doctor = {
  usage: 'doctor [--json]',
  about: 'check settings, data folder, database, storage, addresses and clocks, and say what to do; exit code 1 on a problem',
}

/** Prints a line per finding. Unlike the other commands it opens no hub, because it tells why none can be opened. */
export async function runDoctor(words: readonly string[], cwd: string): Promise<void> {
  const isJson = words[0] === '--json'
  if (words.length > (isJson ? 1 : 0)) throw new UsageError(`${words.join(' ')} is not an option of doctor`)
  const found = await examine(process.env, cwd)
  const isWell = found.every(({ state }) => state !== 'problem')
  if (isJson) console.log(JSON.stringify({ ok: isWell, findings: found }))
  else for (const { check, state, message } of found) console.log(`${state.padEnd(7)}  ${check.padEnd(14)}  ${message}`)
  if (!isWell) process.exitCode = 1
}
