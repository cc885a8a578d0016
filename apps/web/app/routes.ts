import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of a repo; the same modules for all three kinds, told apart by the start of the address. */
function repoRoutes(kind: 'model' | 'dataset' | 'space'): RouteConfigEntry[] {
  return [
    route(':owner/:name', 'routes/repo/card.tsx', { id: kind }),
    route(':owner/:name/tree/*', 'routes/repo/tree.tsx', { id: `${kind}-tree` }),
    route(':owner/:name/blob/*', 'routes/repo/blob.tsx', { id: `${kind}-blob` }),
    route(':owner/:name/upload/*', 'routes/repo/upload.tsx', { id: `${kind}-upload` }),
    route(':owner/:name/commits/*?', 'routes/repo/commits.tsx', { id: `${kind}-commits` }),
    route(':owner/:name/commit/:oid', 'routes/repo/commit.tsx', { id: `${kind}-commit` }),
    route(':owner/:name/compare/*?', 'routes/repo/compare.tsx', { id: `${kind}-compare` }),
    route(':owner/:name/settings', 'routes/repo/settings.tsx', { id: `${kind}-settings` }),
    route(':owner/:name/settings/access', 'routes/repo/access.tsx', { id: `${kind}-access` }),
    route(':owner/:name/ask-access', 'routes/repo/ask-access.tsx', { id: `${kind}-ask-access` }),
  ]
}

export default [
  index('routes/home.tsx'),
  route('models', 'routes/listing.tsx', { id: 'models' }),
  route('datasets', 'routes/listing.tsx', { id: 'datasets' }),
  route('spaces', 'routes/listing.tsx', { id: 'spaces' }),
  route('tasks', 'routes/tasks/tasks.tsx'),
  route('tasks/:task', 'routes/tasks/task.tsx'),
  route('libraries', 'routes/libraries/libraries.tsx'),
  route('libraries/:library', 'routes/libraries/library.tsx'),
  route('hardware', 'routes/hardware/list.ts'),
  route('search', 'routes/search.tsx'),
  route('admin/audit', 'routes/admin-audit.tsx'),
  route('sign-in', 'routes/sign-in.tsx'),
  route('sign-up', 'routes/sign-up.tsx'),
  route('sign-out', 'routes/sign-out.tsx'),
  route('preferences', 'routes/preferences.tsx'),
  route('settings', 'routes/settings/profile.tsx'),
  route('settings/tokens', 'routes/settings/tokens.tsx'),
  route('settings/webhooks', 'routes/settings/webhooks.tsx'),
  route('settings/webhooks/:uid', 'routes/settings/webhook.tsx'),
  route('settings/organizations', 'routes/settings/organizations.tsx'),
  route('organizations/:org/members', 'routes/organizations/members.tsx'),
  route('organizations/:org/settings', 'routes/organizations/settings.tsx'),
  route('users/:account/followers', 'routes/follows.tsx', { id: 'followers' }),
  route('users/:account/following', 'routes/follows.tsx', { id: 'following' }),
  route('new', 'routes/new-repo.tsx', { id: 'new-model' }),
  route('new-dataset', 'routes/new-repo.tsx', { id: 'new-dataset' }),
  route('new-space', 'routes/new-repo.tsx', { id: 'new-space' }),
  ...repoRoutes('model'),
  route(':owner/:name/chat-template', 'routes/repo/chat-template.tsx'),
  route(':owner/:name/inference-code', 'routes/repo/inference-code.ts'),
  ...prefix('datasets', [...repoRoutes('dataset'), route(':owner/:name/viewer', 'routes/repo/viewer.tsx')]),
  ...prefix('spaces', repoRoutes('space')),
  route(':account', 'routes/account.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
