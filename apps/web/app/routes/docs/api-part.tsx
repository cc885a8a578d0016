import { Link } from 'react-router'
import type { Route } from './+types/api-part'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage } from '../../lib/page-error.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Table } from '../../ui/table.tsx'
import { Method } from './method.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  const part = context.get(hubContext).apiPart(params.part)
  if (part === null) throw errorPage('route.not_found')
  return part
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'API'} · API · Portolan` },
  { name: 'description', content: 'Routes of this hub that programs call' },
]

type ApiRoute = Route.ComponentProps['loaderData']['routes'][number]

/** The routes of one part of the API, each with what it takes, what it answers, and a command that calls it. */
export default function ApiPart({ loaderData: { title, routes } }: Route.ComponentProps) {
  return (
    <main id="main">
      <section className="border-b border-line">
        <div className="page py-8">
          <p>
            <Link to="/docs/api" className="link">
              API
            </Link>
          </p>
          <h1 className="display text-3xl sm:text-4xl">{title}</h1>
        </div>
      </section>
      <div className="page grid gap-10 py-8">
        {routes.map((route) => (
          <Operation key={route.id + route.path} route={route} />
        ))}
      </div>
    </main>
  )
}

/** A column that says nothing is left out. */
const hasMeaning = (fields: ApiRoute['fields']) => fields.some(({ about }) => about !== '')

function Operation({ route: { id, method, path, summary, permission, fields, errors, curl } }: { route: ApiRoute }) {
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-4">
      <h2 id={`${id}-title`} className="display text-xl">
        {summary}
      </h2>
      <p className="mt-1 font-mono text-sm [overflow-wrap:anywhere]">
        <Method name={method} /> {path}
      </p>
      {permission === null ? null : <p className="mt-2 max-w-prose text-soft">{permission}</p>}
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <pre
          tabIndex={0}
          role="region"
          aria-label={`Command for ${method} ${path}`}
          className="code-well code-lines min-w-0 flex-1 basis-64"
        >
          {curl}
        </pre>
        <CopyButton text={curl} what="Command" />
      </div>
      {fields.length === 0 ? null : (
        <div className="mt-3">
          <Table label={`What ${method} ${path} takes`} isDense>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">In</th>
                <th scope="col">Type</th>
                {hasMeaning(fields) ? (
                  <th scope="col" className="w-1/2">
                    Meaning
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody className="[&>tr]:border-t [&>tr]:border-line">
              {fields.map(({ name, place, type, isRequired, about }) => (
                <tr key={`${place} ${name}`}>
                  <th scope="row" className="font-mono text-xs font-normal">
                    {name}
                  </th>
                  <td>{isRequired ? `${place}, required` : place}</td>
                  <td>{type}</td>
                  {hasMeaning(fields) ? <td className="text-soft">{about}</td> : null}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <p className="mt-3 text-sm text-soft">
        Errors:{' '}
        {errors.map(({ status, codes }, at) => (
          <span key={status}>
            {at === 0 ? '' : '; '}
            {status} <code className="[overflow-wrap:anywhere]">{codes.join(', ')}</code>
          </span>
        ))}
      </p>
    </article>
  )
}
