import type { Route } from './+types/settings'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const [q, only] = [searchParams.get('q')?.trim() ?? '', searchParams.get('only') ?? '']
  const all = await orErrorPage(async () => context.get(hubContext).settingsInForce())
  const settings = all.filter(
    ({ variable, about, source }) =>
      `${variable} ${about}`.toLowerCase().includes(q.toLowerCase()) && (only !== 'changed' || source !== 'default'),
  )
  return { q, only, settings }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Settings of this server · Portolan' }]

const filters = [
  ['', 'All'],
  ['changed', 'Set by somebody'],
] as const
const sources = { environment: 'set in the environment', file: 'read from a file', default: 'default' } as const

export default function Settings({ loaderData: { q, only, settings } }: Route.ComponentProps) {
  return (
    <AdminFrame title="Settings of this server">
      <p className="max-w-prose text-soft">
        What is in force on the server that answered; others may differ. Settings are environment variables, read when a server starts.
        Secrets are not shown.
      </p>
      <SearchForm
        label="Settings"
        box={{ label: 'Search settings', value: q, placeholder: 'Search settings' }}
        choices={[{ name: 'only', label: 'Show', value: only, options: filters }]}
        className="max-w-2xl"
      />
      {settings.length === 0 ? (
        <Empty title="No matching settings" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {settings.map((setting) => (
            <li key={setting.variable} className="grid gap-1 px-4 py-3">
              <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="font-mono text-sm font-semibold break-all">{setting.variable}</span>
                <span className="font-mono text-sm break-all">{shown(setting)}</span>
                {setting.source === 'default' ? (
                  <span className="text-sm text-soft">default</span>
                ) : (
                  <Badge tone="sea">{sources[setting.source]}</Badge>
                )}
                {setting.source !== 'default' && !setting.isSecret ? (
                  <span className="text-sm text-soft">default: {setting.fallback === '' ? 'empty' : setting.fallback}</span>
                ) : null}
              </div>
              <p className="max-w-prose text-sm break-words text-soft">{setting.about.replaceAll('`', '')}</p>
            </li>
          ))}
        </ul>
      )}
    </AdminFrame>
  )
}

function shown({ isSecret, isSet, value }: { isSecret: boolean; isSet: boolean; value: string | null }): string {
  if (isSecret) return isSet ? '(a secret)' : '(not set)'
  return value === null || value === '' ? '(empty)' : value
}
