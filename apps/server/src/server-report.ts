import { readFileSync } from 'node:fs'
import type { Scheduler, ServerReport, SettingInForce } from '@portolan/hub'
import { settings } from './config/settings.ts'
import type { Health } from './http/health.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What administrators are shown about this server process. */
export function reportOf({
  environment,
  health,
  scheduler,
}: {
  environment: Environment
  health: Health
  scheduler: Scheduler
}): ServerReport {
  const startedAt = new Date()
  return {
    version: versionOfHub(),
    startedAt,
    settings: settingsInForce(environment),
    health: () => health.state(),
    jobs: () => scheduler.jobs,
  }
}

/** Every setting as it is in force, in the order of the manual. Values of secrets are left out. */
export function settingsInForce(environment: Environment): SettingInForce[] {
  return Object.values(settings).map((setting) => {
    const { variable, doc, fallback } = setting
    const isSecret = 'secret' in setting
    const isFile = isSecret && (environment[`${variable}_FILE`] ?? '') !== ''
    const given = environment[variable]
    const source = isFile ? 'file' : given === undefined ? 'default' : 'environment'
    return {
      variable,
      about: doc,
      value: isSecret ? null : (given ?? fallback),
      isSet: isFile || (given ?? '') !== '',
      isSecret,
      fallback,
      source,
    }
  })
}

export function versionOfHub(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}
