import { Link } from 'react-router'
import type { Route } from './+types/api'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage } from '../../lib/page-error.ts'
import { Table } from '../../ui/table.tsx'
import { Method } from './method.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(hubContext).apiOverview()
  if (page === null) throw errorPage('route.not_found')
  return page
}

export const meta: Route.MetaFunction = () => [
  { title: 'API · Portolan' },
  { name: 'description', content: 'Every route of this hub that programs call, from the schemas that check requests' },
]

/** Every route of the API, by part. */
export default function Api({ loaderData: { origin, parts } }: Route.ComponentProps) {
  return (
    <main id="main">
      <section className="border-b border-line">
        <div className="page py-8">
          <h1 className="display text-3xl sm:text-4xl">API</h1>
          <p className="mt-2 max-w-prose text-soft">
            Every route of this hub that programs call. What a request may contain comes from the schemas that check it. The same for tools:{' '}
            <a href="/openapi.json" className="link">
              the OpenAPI document
            </a>
            . Most people do not need it:{' '}
            <Link to="/compatibility" className="link">
              the usual clients
            </Link>{' '}
            work with this hub.
          </p>
          <p className="mt-2 max-w-prose text-soft">
            Send{' '}
            <Link to="/settings/tokens" className="link">
              an access token
            </Link>{' '}
            in the header <code>Authorization: Bearer</code>. The commands on these pages take it from the variable <code>HF_TOKEN</code>.
            Errors are JSON with <code>error</code>, for people, and <code>code</code>, for programs; codes are stable.
          </p>
        </div>
      </section>
      <div className="page grid gap-8 py-8">
        <nav aria-label="Parts of the API">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {parts.map(({ name, title }) => (
              <li key={name}>
                <a href={`#${name}`} className="link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {parts.map(({ name, title, routes }) => (
          <section key={name} aria-labelledby={name} className="min-w-0">
            <h2 id={name} className="display mb-2 text-2xl">
              <Link to={`/docs/api/${name}`}>{title}</Link>
            </h2>
            <Table label={`Routes: ${title}`} isDense>
              <thead>
                <tr>
                  <th scope="col">Route</th>
                  <th scope="col" className="w-1/2 max-sm:hidden">
                    What it does
                  </th>
                </tr>
              </thead>
              <tbody className="[&>tr]:border-t [&>tr]:border-line">
                {routes.map(({ id, method, path, summary }) => (
                  <tr key={id + path}>
                    <th scope="row" className="font-normal">
                      <Link to={`/docs/api/${name}#${id}`} className="font-mono text-xs [overflow-wrap:anywhere]">
                        <Method name={method} /> {path}
                      </Link>
                      <span className="block text-xs text-soft sm:hidden">{summary}</span>
                    </th>
                    <td className="max-sm:hidden">{summary}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        ))}
        <p className="text-sm text-soft">
          Addresses are relative to <code>{origin}</code>.
        </p>
      </div>
    </main>
  )
}
