import { Form } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

interface Delivery {
  uid: string
  createdAt: string
  nextAt: string | null
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  status: number | null
  duration: number | null
  error: string | null
  response: string | null
  /** `null` when it is about a repository that the caller may not read. */
  payload: string | null
}

const tones = { waiting: 'sea', delivered: 'good', failed: 'warn' } as const

/** The recent deliveries of a webhook: the result, the request and the response of each. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p className="text-soft">Nothing was sent yet.</p>
  return (
    <ul className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <li key={delivery.uid} className="py-2">
          <details>
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={tones[delivery.state]}>{outcome(delivery)}</Badge>
              <span>{titleOf(delivery.payload)}</span>
              <span className="text-sm text-soft">
                <Time iso={delivery.createdAt} form="minute" />
                {delivery.attempts > 1 ? `, ${delivery.attempts} attempts` : ''}
              </span>
            </summary>
            <div className="mt-2 grid min-w-0 gap-3">
              {delivery.error ? <p className="text-bad">{delivery.error}</p> : null}
              {delivery.nextAt && delivery.attempts > 0 ? (
                <p className="text-sm text-soft">
                  Next attempt <Time iso={delivery.nextAt} form="minute" />
                </p>
              ) : null}
              {delivery.payload === null ? (
                <p className="text-soft">It is about a repository that you cannot read now.</p>
              ) : (
                <Block title="Sent" text={pretty(delivery.payload)} />
              )}
              {delivery.response ? <Block title="Answer" text={delivery.response} /> : null}
              <Form method="post">
                <input type="hidden" name="intent" value="replay" />
                <input type="hidden" name="delivery" value={delivery.uid} />
                <Button type="submit" small>
                  Send again
                </Button>
              </Form>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-sm text-soft">{title}</p>
      <pre tabIndex={0} className="max-h-80 overflow-auto rounded-md border border-line bg-well p-3 font-mono text-sm">
        {text}
      </pre>
    </div>
  )
}

function outcome({ state, status, attempts }: Delivery): string {
  if (state === 'waiting') return attempts === 0 ? 'waiting' : `waiting, ${status ?? 'no answer'}`
  return status === null ? 'no answer' : String(status)
}

/** What the message was about, in a few words. */
function titleOf(payload: string | null): string {
  if (payload === null) return 'Not shown'
  const { test, event, repo } = parsed(payload)
  if (test === true) return 'Test'
  return `${event?.scope ?? ''} ${event?.action ?? ''} ${repo?.name ?? ''}`.trim()
}

function parsed(payload: string): { test?: boolean; event?: { scope?: string; action?: string }; repo?: { name?: string } } {
  return JSON.parse(payload) as ReturnType<typeof parsed>
}

function pretty(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2)
}
