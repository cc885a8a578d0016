import type { ConversationPage } from '@portolan/pages'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

type PullRequest = NonNullable<ConversationPage['pullRequest']>

/** Whether a pull request can be merged, the reason if not, and the merge button. */
export function MergeBox({ page, pullRequest }: { page: ConversationPage; pullRequest: PullRequest }) {
  const { discussion, header, viewer } = page
  if (discussion.status === 'closed' || discussion.status === 'merged') return null
  return (
    <Panel title="Merge">
      <State pullRequest={pullRequest} isDraft={discussion.status === 'draft'} />
      {discussion.status === 'draft' && viewer.canModerate ? (
        <Form method="post" className="mt-3">
          <input type="hidden" name="intent" value="status" />
          <Button type="submit" name="status" value="open" look="primary">
            Ready for review
          </Button>
        </Form>
      ) : null}
      {pullRequest.isMergeable && header.viewer.canWrite && !page.isDisabled ? (
        <Form method="post" className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="merge" />
          <TextArea label="Merge message (optional)" name="text" rows={2} maxLength={65_536} />
          <div>
            <Button type="submit" look="primary">
              Merge into {pullRequest.base}
            </Button>
          </div>
        </Form>
      ) : null}
    </Panel>
  )
}

function State({ pullRequest, isDraft }: { pullRequest: PullRequest; isDraft: boolean }) {
  const { base, commits, conflicts, isBaseGone } = pullRequest
  if (isBaseGone) return <p>The branch {base} is not there any more.</p>
  if (conflicts.length > 0) {
    return (
      <>
        <p>
          <strong className="text-bad">Conflicts.</strong> These files changed here and in <code className="font-mono">{base}</code> in
          different ways. Bring {base} into the pull request, resolve them, and push
          {pullRequest.canPush ? '; the commands stand under “On your machine”.' : '.'}
        </p>
        <ul className="mt-2 grid gap-0.5 font-mono text-sm">
          {conflicts.slice(0, 50).map((path) => (
            <li key={path} className="break-all">
              {path}
            </li>
          ))}
        </ul>
        {conflicts.length > 50 ? <p className="text-soft">and {conflicts.length - 50} more</p> : null}
      </>
    )
  }
  if (commits === 0) return <p>Nothing to merge yet: there is no commit that {base} does not have.</p>
  if (isDraft) return <p>A draft. Nothing is in its way; it can be merged once it is ready.</p>
  if (!pullRequest.isMergeable) return <p>{base} has all of these changes already.</p>
  return (
    <p>
      <strong className="text-good">No conflicts.</strong> Its changes become one commit of {base}, with its author’s name.
    </p>
  )
}

/** The commands to check out a pull request with git and to push to it. */
export function PullRequestCommands({
  pullRequest,
  remote,
  fullName,
  type,
  num,
}: {
  pullRequest: PullRequest
  remote: string
  fullName: string
  type: string
  num: number
}) {
  const kind = type === 'model' ? '' : ` --repo-type ${type}`
  const get = `git clone ${remote}\ncd ${fullName.split('/')[1]}\ngit fetch origin ${pullRequest.ref}:pr/${num}\ngit checkout pr/${num}\n`
  const push = `git push origin pr/${num}:${pullRequest.ref}\n`
  const resolve = `git fetch origin\ngit merge origin/${pullRequest.base}\n# edit what conflicts, then\ngit commit --all --no-edit\n${push}`
  const upload = `hf upload${kind} ${fullName} . --revision ${pullRequest.ref}\n`
  return (
    <Panel title="On your machine">
      <p className="text-sm text-soft">Get it</p>
      <Block text={get} />
      {pullRequest.canPush ? (
        <>
          {pullRequest.conflicts.length > 0 ? (
            <>
              <p className="mt-3 text-sm text-soft">Resolve conflicts with {pullRequest.base}</p>
              <Block text={resolve} />
            </>
          ) : null}
          <p className="mt-3 text-sm text-soft">Add to it with git</p>
          <Block text={push} />
          <p className="mt-3 text-sm text-soft">or without</p>
          <Block text={upload} />
        </>
      ) : null}
    </Panel>
  )
}

function Block({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <pre tabIndex={0} className="mt-1 overflow-x-auto rounded-md bg-well p-3 font-mono text-xs leading-5">
      {text}
    </pre>
  )
}
