/**
 * Every error a caller of the hub can meet, with its one meaning. Codes are stable and documented;
 * messages are for people and may change. A code's HTTP status lives in `apps/server/src/http/error-status.ts`.
 */
export const errorCodes = {
  'auth.required': 'The call needs a signed-in caller.',
  'auth.invalid_token': 'The access token is unknown, revoked or expired.',
  'auth.invalid_credentials': 'The user name or the password is wrong.',
  'auth.forbidden': 'The caller is known but may not do this.',
  'auth.read_only_token': 'The access token may read but not write.',
  'auth.missing_permission': 'The fine-grained access token lacks the permission that the call needs; the answer names it.',
  'auth.csrf': 'The form was sent from elsewhere or its anti-forgery value is stale.',
  'auth.sign_up_closed': 'This hub does not take new accounts.',
  'auth.invite_invalid': 'The invitation is unknown, used or expired.',
  'auth.rate_limited': 'Too many attempts; try again later.',
  'account.name_taken': 'A user or an organisation has this name.',
  'account.not_found': 'No user or organisation has this name.',
  'account.weak_password': 'The password is too short or too common.',
  'org.last_admin': 'An organisation keeps at least one administrator.',
  'org.not_member': 'The user is not a member of the organisation.',
  'org.not_empty': 'The organisation still owns repositories: move or delete them first.',
  'avatar.invalid': 'The picture is not a PNG or JPEG within the limits.',
  'token.not_found': 'No such access token.',
  'token.too_many': 'The account has as many access tokens as it may have.',
  'repo.not_found': 'The repository does not exist, or the caller may not see it.',
  'repo.name_taken': 'The owner has a repository of this kind and name.',
  'repo.invalid_name': 'The repository or account name breaks the name rules.',
  'repo.gated': 'The files of this repository are given on request.',
  'repo.disabled': 'Access to this resource is disabled.',
  'collection.not_found': 'The collection does not exist, or the caller may not see it.',
  'collection.exists': 'The owner has a collection with this title.',
  'collection.item_exists': 'The collection holds this already.',
  'collection.item_not_found': 'The collection does not hold this.',
  'collection.full': 'The collection holds as much as it can.',
  'access.not_gated': 'The files of this repository are open to everybody who sees it: there is nothing to ask for.',
  'access.not_found': 'There is no such request for access, or it has this status already.',
  'access.already_granted': 'Whoever it is has access already.',
  'access.rejected': 'The owner has turned the request down; it cannot be made again.',
  'repo.sdk_required': 'A Space needs an SDK.',
  'revision.not_found': 'No branch, tag, ref or commit has this name.',
  'revision.not_a_branch': 'Commits go to a branch or to refs/pr/N.',
  'revision.exists': 'A branch or tag has this name.',
  'revision.protected': 'The default branch cannot be deleted.',
  'revision.invalid_name': 'The branch or tag name breaks the rules of git.',
  'entry.not_found': 'No file or folder at this path in this revision.',
  'compare.unrelated': 'The two revisions have no commit in common.',
  'compare.too_large': 'The two revisions differ in more than one answer may tell.',
  'revert.conflict': 'The commit cannot be taken back: later commits changed the same lines.',
  'revert.nothing': 'Nothing is left of what the commit changed.',
  'revert.first_commit': 'A first commit cannot be taken back: there is nothing before it.',
  'commit.stale_parent': 'The branch has moved since parentCommit.',
  'history.too_long': 'The history is too long to be rewritten here.',
  'commit.conflict': 'Another write took the branch at the same time; try again.',
  'commit.invalid_path': 'A path in the commit is not allowed.',
  'commit.invalid_operation': 'An operation in the commit is malformed.',
  'commit.file_missing': "A file with this name doesn't exist.",
  'commit.file_too_large': 'A regular file is over the limit; use LFS.',
  'commit.lfs_missing': 'A large file named in the commit has not been uploaded by this caller.',
  'commit.invalid_card': 'The front matter of README.md is not valid.',
  'lfs.hash_mismatch': 'The bytes received do not have the announced sha-256.',
  'lfs.size_mismatch': 'The bytes received do not have the announced size.',
  'lfs.object_missing': 'The large file is not stored here.',
  'lfs.locked': 'Somebody has locked this file.',
  'lfs.lock_missing': 'There is no such lock.',
  'lfs.link_expired': 'The signed upload or download link is invalid or has expired.',
  'blob.not_found': 'The blob is not stored here.',
  'storage.quota_exceeded': 'The owner of the repository holds as much as they may.',
  'storage.full': 'The disk is full; nothing was stored.',
  'storage.damaged': 'What is stored is not what was written.',
  'storage.not_empty': 'The hub to fill already holds accounts or repositories.',
  'storage.unavailable': 'The storage for large files does not answer as it should; try again.',
  'discussion.not_found': 'The repository has no discussion of this number, or no such comment in it.',
  'discussion.disabled': 'Discussions and pull requests are switched off for this repository.',
  'discussion.locked': 'The discussion is locked: only those who may write to the repository can comment.',
  'discussion.full': 'The discussion has as many comments as one can hold; open another one.',
  'discussion.unchanged': 'The discussion has this title or status already, or can have no other any more.',
  'pull_request.not_open': 'The pull request is not open.',
  'pull_request.conflict': 'The changes of the pull request and those of its base meet in the same lines or files.',
  'pull_request.nothing_to_merge': 'The base has everything that the pull request brings.',
  'query.invalid': 'A query parameter has a value that is not allowed.',
  'body.invalid': 'The body is malformed.',
  'body.too_large': 'The body is over the limit.',
  'git.protocol': 'The request breaks the protocol of git, or one of its bounds.',
  'git.busy': 'The server sends as many packs as it can; try again in a moment.',
  'xet.unsupported': 'This hub does not support Xet uploads: set HF_HUB_DISABLE_XET=1, and large files go through LFS.',
  'xet.token_invalid': 'The token for the chunk store is unknown, damaged or expired; ask the hub for another one.',
  'xet.link_expired': 'The signed address of a part of a xorb is invalid or has expired, or another part was asked for.',
  'xet.invalid': 'A xorb or a shard is malformed, does not have the hashes it claims, or refers to what its sender may not use.',
  'xet.busy': 'Too many descriptions of files are being taken at this moment; try again.',
  'xet.not_found': 'The chunk store has no such thing, or the token is not for it.',
  'xet.range_invalid': 'The range begins beyond the end of the file.',
  'search.no_embedding_model': 'This hub has no embedding model that runs, or it did not answer: search by meaning is not there.',
  'preview.not_found': 'The dataset has no such configuration or split, or no files that can be shown.',
  'preview.unreadable': 'The file is broken, or not of the kind that its name says.',
  'preview.unsupported': 'Files of this kind cannot be shown.',
  'preview.too_large': 'Reading the file takes more memory than a preview may have.',
  'preview.timeout': 'Reading the file takes longer than a preview may.',
  'preview.crashed': 'The process that read the file ended.',
  'preview.busy': 'Too many previews wait already; try again in a few seconds.',
  'space.static_only': 'This hub serves files of static Spaces and runs nothing: what needs a machine is refused.',
  'space.invalid_variable': 'The name or the value of a variable breaks the rules.',
  'snippet.unknown_library': 'The registry has no such library.',
  'snippet.not_offered': 'The registry has the library, but no code of it for this model.',
  'inference.scope_required':
    'The access token may not call models: it needs the permission inference.serverless.write for the account that pays.',
  'inference.bill_to_forbidden': 'X-HF-Bill-To names no organisation of the caller.',
  'inference.not_served': 'Nothing here serves this model.',
  'inference.unsupported_task': 'The model is served here, but not for this task.',
  'inference.quota_exceeded': 'The quota of the day is used up.',
  'inference.rejected': 'Whoever serves the model does not accept the request.',
  'inference.busy': 'Whoever serves the model has too much to do; try again later.',
  'inference.timeout': 'Whoever serves the model did not answer in time.',
  'inference.failed': 'Whoever serves the model failed.',
  'oauth.unknown_client': 'No application has this client id.',
  'oauth.redirect_mismatch': 'The address to return to is not one of those that the application registered.',
  'oauth.invalid_request': 'The request to sign in with this hub is malformed.',
  'oauth.invalid_scope': 'The application asks for something that this hub does not know, or that it did not register.',
  'oauth.app_not_found': 'There is no such application.',
  'oauth.too_many_apps': 'The account has as many applications as it may have.',
  'device_login.not_found': 'No device waits with this code.',
  'webhook.not_found': 'There is no such webhook.',
  'webhook.too_many': 'The account has as many webhooks as it may have.',
  'live.too_many': 'The caller has too many live connections open.',
  'live.unavailable': 'The server is about to stop, or has no live channel; come back in a moment.',
  'route.not_found': 'There is no such route.',
  'route.not_offered': 'This hub does not have that.',
  'host.unknown': 'This hub does not know that it goes by this name: its operator sets PORTOLAN_PUBLIC_URL.',
  internal: 'Something broke on our side; the log has the request id.',
} as const

/** One of the stable codes of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes

/**
 * The only error that domain code throws on purpose. It knows nothing of HTTP.
 * `details` are facts for people and logs (names, sizes, lines), never secrets; `message` is a full sentence.
 */
export class HubError extends Error {
  override readonly name = 'HubError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, details: Record<string, unknown> & { message?: string } = {}, options?: ErrorOptions) {
    super(details.message ?? errorCodes[code], options)
    this.code = code
    this.details = details
  }
}

/** True for a {@link HubError}, of the given code when one is given. */
export function isHubError(error: unknown, code?: ErrorCode): error is HubError {
  return error instanceof HubError && (code === undefined || error.code === code)
}
