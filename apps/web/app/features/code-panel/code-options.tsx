import { Link } from 'react-router'
import { Menu, menuItem } from '../../ui/menu.tsx'
import { Segments } from '../../ui/tabs.tsx'
import type { CodeData } from './code-data.server.ts'
import { type AddressChange, codeAddress } from './code-address.ts'

const languageNames = { python: 'Python', javascript: 'JavaScript', shell: 'Shell', csharp: 'C#' } as const

/** The options the code is generated for. Each choice is a link, so it works without JavaScript and can be shared. */
export function CodeOptions({ code, branches, commitOid }: { code: CodeData; branches: readonly string[]; commitOid: string | null }) {
  const { app, choice, language } = code
  const to = (change: AddressChange) => codeAddress(code.parameters, change)
  const managerOf = language === 'javascript' ? 'javascript' : 'python'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
      {app === null && code.languages.length > 1 ? (
        <Segments
          label="Language"
          items={code.languages.map((each) => ({ to: to({ language: each }), label: languageNames[each], isCurrent: each === language }))}
        />
      ) : null}
      {code.managers.length > 0 ? (
        <Segments
          label="Install with"
          items={code.managers.map((name) => ({ to: to({ [managerOf]: name }), label: name, isCurrent: choice[managerOf] === name }))}
        />
      ) : null}
      {code.devices.length > 0 ? (
        <Segments
          label="Device"
          items={code.devices.map((device) => ({ to: to({ device }), label: device, isCurrent: choice.device === device }))}
        />
      ) : null}
      {code.loadsFile ? (
        <Pick
          name="File"
          current={code.files.find(({ path }) => path === code.file)?.label ?? 'none'}
          items={code.files.map(({ path, label }) => ({
            key: path,
            label,
            title: path,
            change: { file: path },
            isCurrent: path === code.file,
          }))}
          to={to}
        />
      ) : null}
      {commitOid === null ? null : (
        <Pick
          name="Revision"
          current={shortRevision(code.revision)}
          items={[...new Set([...branches, ...(code.pinned ? [] : [code.revision]), commitOid, code.revision])].map((name) => ({
            key: name,
            label: shortRevision(name),
            change: { revision: name === 'main' ? null : name },
            isCurrent: name === code.revision,
          }))}
          to={to}
        />
      )}
    </div>
  )
}

/** Returns a branch name as is, or a commit, which never changes, as `pinned` and its first 7 digits. */
function shortRevision(name: string): string {
  return /^[0-9a-f]{40}$/.test(name) ? `pinned ${name.slice(0, 7)}` : name
}

interface Entry {
  key: string
  label: string
  title?: string
  change: AddressChange
  isCurrent: boolean
}

/** A menu for more choices than fit on one line. */
function Pick({
  name,
  current,
  items,
  to,
}: {
  name: string
  current: string
  items: readonly Entry[]
  to: (change: AddressChange) => string
}) {
  return (
    <div className="flex items-center gap-2 text-xs">
      <span className="text-soft" aria-hidden="true">
        {name}
      </span>
      <Menu
        group="code-choice"
        label={`${name}: ${current}`}
        summary={current}
        summaryClass="block max-w-44 truncate rounded-md border border-line px-2 py-0.5 leading-5 hover:border-ink"
        className="max-h-72 w-56 overflow-y-auto text-sm"
      >
        {items.map(({ key, label, title, change, isCurrent }) => (
          <Link key={key} to={to(change)} replace preventScrollReset title={title} aria-current={isCurrent} className={menuItem}>
            {label}
          </Link>
        ))}
      </Menu>
    </div>
  )
}
