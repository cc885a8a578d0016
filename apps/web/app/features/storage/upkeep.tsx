import type { BackupRunView, UpkeepView } from '@portolan/pages'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Time } from '../../ui/time.tsx'

/** Backups, scheduled verification, and what is damaged. */
export function Upkeep({
  state: { schedule, lastBackup, goodBackup, lastRehearsal, verification, secrets, damages, total },
}: {
  state: UpkeepView
}) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Panel title="Backups">
          <dl className="grid grid-cols-1 gap-3">
            <Entry term="Schedule">
              {schedule === null ? (
                <>
                  None. Set <code>PORTOLAN_BACKUP_EVERY_HOURS</code> and <code>PORTOLAN_BACKUP_TO</code>.
                </>
              ) : (
                <>
                  Every {count(schedule.everyHours, 'hour')} to <Place name={schedule.place} />,{' '}
                  {schedule.keep === 0 ? 'all are kept' : `the newest ${schedule.keep === 1 ? 'one is' : `${schedule.keep} are`} kept`}
                </>
              )}
            </Entry>
            <Entry term="Last backup">{lastBackup === null ? 'None yet' : <Run run={lastBackup} done="Succeeded" />}</Entry>
            {goodBackup === null ? null : (
              <Entry term="Last successful backup">
                <Run run={goodBackup} done="Succeeded" />
              </Entry>
            )}
            <Entry term="Last rehearsal of a restore">
              {lastRehearsal === null ? (
                <>
                  None yet. Run <code>portolan backup --check</code>.
                </>
              ) : (
                <Run run={lastRehearsal} done="Can be restored" />
              )}
            </Entry>
          </dl>
        </Panel>
        <Panel title="Verification">
          <Verification state={verification} total={total} />
        </Panel>
        <Panel title="Secrets in the database" className="lg:col-span-2">
          <Secrets state={secrets} />
        </Panel>
      </div>
      {damages.length === 0 ? null : (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="panel-title">Damage</h2>
          <ul className="sheet divide-y divide-line">
            {damages.map((damage) => (
              <Damage key={`${damage.where} ${damage.what}`} damage={damage} />
            ))}
          </ul>
          {total > damages.length ? (
            <p className="text-sm text-soft">
              There are {total - damages.length} more. <code>portolan verify</code> lists all.
            </p>
          ) : null}
        </section>
      )}
    </>
  )
}

function Verification({ state: { days, round }, total }: { state: UpkeepView['verification']; total: number }) {
  return (
    <dl className="grid grid-cols-1 gap-3">
      <Entry term="Schedule">
        {days === 0 ? (
          <>
            Off. Set <code>PORTOLAN_VERIFY_DAYS</code>.
          </>
        ) : days === 1 ? (
          'Everything once a day'
        ) : (
          `Everything once in ${days} days, a slice every day`
        )}
      </Entry>
      <Entry term="This round">
        {round === null ? (
          'Not begun yet'
        ) : (
          <div className="grid gap-2">
            <span>
              {percent(round.share)}, {formatBytes(round.bytes)} read since <Time iso={round.startedAt} form="minute" />
            </span>
            <Progress value={round.share} label="How much of this round is done" />
          </div>
        )}
      </Entry>
      <Entry term="Last complete round">{round?.endedAt ? <Time iso={round.endedAt} form="minute" /> : 'None yet'}</Entry>
      <Entry term="Damage">
        {total === 0 ? round === null ? 'Unknown' : 'None found' : <span className="font-medium text-bad">{total} found</span>}
      </Entry>
    </dl>
  )
}

function Secrets({ state: { keyId, others } }: { state: UpkeepView['secrets'] }) {
  if (keyId === null)
    return (
      <p>
        Not encrypted: whoever gets a copy of the database or of a backup has the keys that sign links. Set{' '}
        <code>PORTOLAN_ENCRYPTION_KEY</code>.
      </p>
    )
  return (
    <p>
      Encrypted with key <code>{keyId}</code>.
      {others === 0 ? null : (
        <>
          {' '}
          <span className="text-bad">{others === 1 ? 'One is not' : `${others} are not`}.</span> Run <code>portolan encrypt</code>.
        </>
      )}
    </p>
  )
}

function Run({ run: { place, name, startedAt, state, bytes, missing, error, pruneError }, done }: { run: BackupRunView; done: string }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Time iso={startedAt} form="minute" />
        {state === 'done' ? (
          <Badge tone={missing === 0 ? 'good' : 'warn'}>{missing === 0 ? done : 'Incomplete'}</Badge>
        ) : (
          <Badge tone={state === 'running' ? 'sea' : 'warn'}>{stateNames[state]}</Badge>
        )}
        {bytes === null ? null : <span className="text-soft">{formatBytes(bytes)}</span>}
      </div>
      <p className="text-sm text-soft">
        <Place name={name === null ? place : `${place}: ${name}`} />
      </p>
      {missing === 0 ? null : (
        <p className="text-sm text-bad">The hub itself lacked {missing === 1 ? 'one large file' : `${missing} large files`}.</p>
      )}
      {error === null ? null : <p className="text-sm text-bad wrap-anywhere">{error}</p>}
      {pruneError === null ? null : <p className="text-sm text-bad wrap-anywhere">Older backups could not be removed: {pruneError}</p>}
    </div>
  )
}

const stateNames = { running: 'Running', failed: 'Failed', stopped: 'Stopped with the server' } as const

function Damage({ damage: { where, what, affects, foundAt, checkedAt } }: { damage: UpkeepView['damages'][number] }) {
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-3">
      <p className="font-medium wrap-anywhere">{where}</p>
      <p className="text-bad wrap-anywhere">{what}</p>
      {affects.length === 0 ? null : (
        <ul className="grid list-disc gap-0.5 pl-5 text-sm wrap-anywhere">
          {affects.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      )}
      <p className="text-sm text-soft">
        Found on <Time iso={foundAt} form="minute" />
        {checkedAt === foundAt ? null : (
          <>
            , still there on <Time iso={checkedAt} form="minute" />
          </>
        )}
      </p>
    </li>
  )
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-0.5">
      <dt className="text-sm text-soft">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** An address that may be long. */
function Place({ name }: { name: string }) {
  return <span className="font-mono text-sm wrap-anywhere">{name}</span>
}

function count(n: number, noun: string): string {
  return n === 1 ? noun : `${n} ${noun}s`
}

/** Never 100 % before it is all. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`
}
