/** What one check found. */
export interface Finding {
  /** What was checked: `database`, `storage`, … */
  readonly check: string
  /** `warning`: the hub runs, but not as well or as safely as it could. `problem`: it does not start, or something in it does not work. */
  readonly state: 'ok' | 'warning' | 'problem'
  /** One sentence; unless the state is ok, it says what to do. */
  readonly message: string
}

/** A check's results in short: `const { ok, warning, problem } = findings('database')`. */
export function findings(check: string): Record<Finding['state'], (message: string) => Finding> {
  const of = (state: Finding['state']) => (message: string) => ({ check, state, message })
  return { ok: of('ok'), warning: of('warning'), problem: of('problem') }
}

/** Sign-in with other systems accepts this much difference at most. Seconds. */
const skewProblem = 30
const skewWarning = 5

/**
 * Compares this machine's clock with another one's.
 * @param aheadMs how far this clock is ahead; negative when it is behind. Milliseconds
 * @param blurMs how exact this is. Milliseconds
 */
export function clockFinding(other: string, aheadMs: number, blurMs: number): Finding {
  const { ok, warning, problem } = findings('clock')
  const seconds = Math.max(0, Math.abs(aheadMs) - blurMs) / 1_000
  if (seconds < skewWarning) return ok(`The clock agrees with that of ${other}.`)
  const message = `The clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${other}: set both by NTP (timedatectl set-ntp true).`
  return seconds < skewProblem ? warning(message) : problem(message)
}
