import { useId, useState } from 'react'
import { Link, redirect, useNavigate } from 'react-router'
import type { Route } from './+types/upload'
import { RepoHeader } from '../../features/repo-header.tsx'
import { DropZone } from '../../features/upload/drop-zone.tsx'
import { UploadRow } from '../../features/upload/upload-row.tsx'
import { useUpload } from '../../features/upload/use-upload.ts'
import { formatBytes } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage, orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const page = await orErrorPage(() =>
    hub.tree(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params['*'] ?? '', null),
  )
  const here = filePath(page.header.path, 'upload', page.revision, page.path)
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'upload', page.revision, page.path))
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(here)}`)
  if (!page.header.viewer.canWrite) throw errorPage('auth.forbidden')
  return {
    header: page.header,
    revision: page.revision,
    commitOid: page.commitOid,
    path: page.path,
    isBranch: page.branches.includes(page.revision),
    origin: hub.origin,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Upload to ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function UploadRoute({ loaderData: { header, revision, commitOid, path, isBranch, origin } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const upload = useUpload({ apiPath: header.apiPath, repoPath: header.path, revision })
  const [summary, setSummary] = useState('')
  const [description, setDescription] = useState('')
  const listId = useId()
  const { rows, isRunning } = upload
  const open = rows.filter(({ state }) => state.step !== 'done' && state.step !== 'ignored')
  const bytes = open.reduce((sum, { file }) => sum + file.size, 0)
  const hasFailed = rows.some(({ state }) => state.step === 'failed')
  const suggestion = rows.length === 1 ? `Upload ${rows[0]?.path}` : 'Upload files'
  const back = filePath(header.path, 'tree', revision, path)

  const start = async () => {
    if (await upload.start(summary.trim() || suggestion, description)) void navigate(`${back}?done=uploaded`)
  }
  return (
    <>
      <RepoHeader repo={header} revision={revision} shown={{ revision, commitOid }} />
      <main id="main" className="page grid max-w-3xl gap-6 py-6">
        <div>
          <h2 className="display text-2xl">Upload files</h2>
          <p className="text-soft">
            To{' '}
            <Link to={back} className="font-mono break-all">
              {header.name}
              {path === '' ? '' : `/${path}`}
            </Link>{' '}
            on <span className="font-mono break-all">{revision}</span>. Every file is checked on arrival; large ones are kept apart from git
            by themselves.
          </p>
        </div>
        {isBranch ? null : <FormError>{revision} is not a branch. Files are uploaded to branches.</FormError>}
        <noscript>
          <p className="rounded-md border border-rule px-3 py-2">This page needs JavaScript. Without it, upload with the command below.</p>
        </noscript>
        {isBranch ? (
          <form
            className="grid gap-5 noscript:hidden"
            onSubmit={(event) => {
              event.preventDefault()
              void start()
            }}
          >
            <DropZone
              disabled={isRunning}
              onFiles={(files) => upload.add(files.map((file) => ({ ...file, path: path === '' ? file.path : `${path}/${file.path}` })))}
            />
            {rows.length > 0 ? (
              <section aria-labelledby={listId} className="sheet overflow-hidden">
                <h3 id={listId} className="panel-title px-4 pt-3 pb-2">
                  {rows.length === 1 ? 'One file' : `${rows.length} files`}
                </h3>
                <ul className="max-h-112 overflow-y-auto">
                  {rows.map((row) => (
                    <UploadRow
                      key={row.path}
                      row={row}
                      onRemove={isRunning || row.state.step === 'done' ? null : () => upload.remove(row.path)}
                    />
                  ))}
                </ul>
              </section>
            ) : null}
            <FormError>{upload.error}</FormError>
            <TextField
              label="Summary"
              value={summary}
              placeholder={suggestion}
              disabled={isRunning}
              onChange={(event) => setSummary(event.target.value)}
              maxLength={200}
            />
            <TextArea
              label="Description"
              hint="Optional"
              value={description}
              disabled={isRunning}
              onChange={(event) => setDescription(event.target.value)}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" disabled={isRunning || open.length === 0}>
                {isRunning ? 'Uploading…' : submitLabel(open.length, bytes, hasFailed)}
              </Button>
              {isRunning ? <Button onClick={upload.cancel}>Cancel</Button> : null}
            </div>
          </form>
        ) : null}
        <CommandLine origin={origin} id={header.fullName} type={header.type} revision={revision} path={path} />
      </main>
    </>
  )
}

function submitLabel(count: number, bytes: number, hasFailed: boolean): string {
  if (count === 0) return 'Upload'
  const what = count === 1 ? 'one file' : `${count} files`
  return `${hasFailed ? 'Try again with' : 'Upload'} ${what} (${formatBytes(bytes)})`
}

/** The equivalent commands for a terminal, for uploads too large for a browser and for pages without JavaScript. */
function CommandLine({ origin, id, type, revision, path }: { origin: string; id: string; type: string; revision: string; path: string }) {
  const options = [type === 'model' ? '' : ` --repo-type ${type}`, revision === 'main' ? '' : ` --revision ${quote(revision)}`].join('')
  const code = [
    'pip install -U huggingface_hub',
    `export HF_ENDPOINT=${quote(origin)}`,
    'hf auth login',
    `hf upload ${id} ./folder ${path === '' ? '.' : quote(path)}${options}`,
  ].join('\n')
  return (
    <Panel title="From the command line" actions={<CopyButton text={code} what="Commands" />}>
      <pre className="overflow-x-auto text-sm">
        <code>{code}</code>
      </pre>
    </Panel>
  )
}

/** Quotes a word for a shell if necessary. */
function quote(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
