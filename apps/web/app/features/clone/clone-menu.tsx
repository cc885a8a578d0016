import type { RepoHeaderView } from '@portolan/pages'
import { GitBranch } from 'lucide-react'
import { Link, useRouteLoaderData } from 'react-router'
import type { RootData } from '../../lib/root-data.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { cloneCommands } from './clone-commands.ts'

/** How to clone the repo: the URL, the commands with and without large files, and the credentials git prompts for. */
export function CloneMenu({ repo }: { repo: RepoHeaderView }) {
  const origin = (useRouteLoaderData('root') as RootData | undefined)?.origin
  if (origin === undefined) return null
  return (
    <Menu
      group="repo"
      summary={
        <>
          <GitBranch size={15} aria-hidden="true" />
          Clone
        </>
      }
      summaryClass={buttonClasses({ small: true })}
      align="right"
      className="max-h-[70dvh] overflow-y-auto max-sm:fixed max-sm:inset-x-4 sm:w-120"
    >
      <div className="grid min-w-0 gap-3 p-2.5">
        {cloneCommands(origin, repo.path).map(({ title, code }) => (
          <div key={title} className="min-w-0">
            <div className="mb-1 flex items-end justify-between gap-2">
              <h2 className="text-sm font-semibold">{title}</h2>
              <CopyButton text={code} what={title} />
            </div>
            <pre tabIndex={0} role="region" aria-label={title} className="code-well code-lines">
              {code}
            </pre>
          </div>
        ))}
        <p className="text-sm text-soft">
          Large files are stored with{' '}
          <a href="https://git-lfs.com" className="link">
            git-lfs
          </a>
          ; without it a clone has pointers in their place.
        </p>
        {repo.isPrivate || repo.gated ? (
          <p className="text-sm">
            Git asks for a name and a password: any name will do, the password is an{' '}
            <Link to="/settings/tokens" className="link">
              access token
            </Link>
            .
          </p>
        ) : null}
      </div>
    </Menu>
  )
}
