interface QueryParameter {
  readonly about: string
  readonly type?: 'integer' | 'boolean'
  readonly values?: readonly string[]
  /** May be given several times. */
  readonly isList?: true
}

/** The query parameters of the API. A name means the same at each route that has it, as far as one sentence goes. */
export const queryParameters = {
  actor: { about: 'Only entries about what this account did.' },
  address: { about: 'Only entries from this IP address.' },
  app: { about: 'Only the code for this local application.' },
  applyToAll: { about: 'All notifications instead of those in the body.', type: 'boolean' },
  apps: { about: 'Only models that these local applications can run.', isList: true },
  author: { about: 'Only what belongs to, or comes from, this account.' },
  binary: { about: 'With the contents of binary files.', type: 'boolean' },
  blobs: { about: 'With sizes and hashes of the files.', type: 'boolean' },
  cardData: { about: 'With the metadata of the card.', type: 'boolean' },
  client: { about: 'Only the code for this client.' },
  column: { about: 'The column to search.' },
  config: { about: 'A configuration of the dataset; in listings of models, whether the configuration is included.' },
  create_pr: { about: 'For a new pull request instead of the branch.', type: 'boolean' },
  cursor: { about: 'Where the next page begins, from the `Link` header or the answer of the previous one.' },
  device: { about: 'The device that the code is for.' },
  diff: { about: 'With the difference of a pull request.', type: 'boolean' },
  direction: { about: 'The order: `1` or `asc` for ascending, `-1` or `desc` for descending.' },
  download: { about: 'As an attachment that browsers save.', type: 'boolean' },
  expand: {
    about: 'In a listing of repos or a repo: the fields to include. In a listing of files: with the last commit of each.',
    isList: true,
  },
  fetch_config: { about: 'With the configuration of the model.', type: 'boolean' },
  file: { about: 'The file that the code is for.' },
  filter: { about: 'Only repos with these tags.', isList: true },
  format: { about: 'The format of the answer.' },
  full: { about: 'With more fields.', type: 'boolean' },
  gated: { about: 'Only repos whose files must, or need not, be requested.', type: 'boolean' },
  id: { about: 'Only the entry with this id.' },
  include_prs: { about: 'With the refs of pull requests.', type: 'boolean' },
  include_pull_requests: { about: 'With the refs of pull requests.', type: 'boolean' },
  inference: { about: 'Only models that can be called.' },
  inference_provider: { about: 'Only models that one of these providers serves.', isList: true },
  item: { about: 'Only collections with this item, such as `models/ada/tides`.', isList: true },
  javascript: { about: 'The package manager in JavaScript code.' },
  language: { about: 'Only code in this language.' },
  length: { about: 'How many rows at most.', type: 'integer' },
  library: { about: 'Only the code for this library.' },
  limit: { about: 'How many entries at most. Values above the maximum of the route count as the maximum.', type: 'integer' },
  linked: { about: 'With the models and datasets that a Space uses.', type: 'boolean' },
  noContentDisposition: { about: 'Without a `Content-Disposition` header.', type: 'boolean' },
  num_parameters: { about: 'Only models with this many parameters, such as `min:1B,max:10B`.' },
  of: { about: 'Whose usage: `everybody` for administrators.' },
  offset: { about: 'The first row.', type: 'integer' },
  only: { about: 'Only deleted ones.', values: ['deleted'] },
  org: { about: 'The organization in question.' },
  owner: { about: 'Only what belongs to one of these accounts.', isList: true },
  p: { about: 'The page, from 0.', type: 'integer' },
  path: { about: 'Only the entry of this file.' },
  pipeline_tag: { about: 'Only models for this task.' },
  provider: { about: 'Only the code for this provider.' },
  python: { about: 'The package manager in Python code.' },
  q: { about: 'What to search for.' },
  raw: { about: 'The difference with one line per file, as git writes it.', type: 'boolean' },
  readStatus: { about: 'Which notifications.', values: ['all', 'unread'] },
  recursive: { about: 'With all that is in folders below.', type: 'boolean' },
  redirect: { about: 'The picture itself instead of its address.' },
  repo: { about: 'Only entries about this repo.' },
  revision: { about: 'A branch, tag, ref or commit; `main` if absent.' },
  rewriteHistory: { about: 'Also take the file out of all commits.' },
  sdk: { about: 'Only Spaces with this SDK.' },
  search: { about: 'Only entries whose names contain this text.' },
  securityStatus: { about: 'With the results of scans.', type: 'boolean' },
  service: { about: 'The git service.', values: ['git-upload-pack', 'git-receive-pack'] },
  since: { about: 'Only entries from this time on (ISO 8601).' },
  skip: { about: 'How many entries to leave out at the beginning.', type: 'integer' },
  sort: { about: 'What to sort by.' },
  split: { about: 'A split of the dataset.' },
  status: { about: 'Only entries with this status.' },
  streaming: { about: 'Code that reads the answer piece by piece.', values: ['true', 'false'] },
  topic: { about: 'Only entries of this topic.' },
  type: { about: 'Only entries of this type.' },
  until: { about: 'Only entries before this time (ISO 8601).' },
} as const satisfies Readonly<Record<string, QueryParameter>>

export type QueryName = keyof typeof queryParameters

/** The parameter as OpenAPI describes it. */
export function queryParameterOf(name: QueryName): object {
  const { about, type, values, isList }: QueryParameter = queryParameters[name]
  // The clients write booleans in several ways.
  const one =
    type === 'integer' ? { type } : { type: 'string', ...(values && { enum: values }), ...(type === 'boolean' && { examples: ['true'] }) }
  return { name, in: 'query', description: about, schema: isList === true ? { type: 'array', items: one } : one }
}
