import {
  type Actor,
  type Hub,
  describeRoutes,
  engineRefuses,
  localEngine,
  mayCallModels,
  type RouteView,
  canReadContent,
  requireRepo,
} from '@portolan/hub'

/** What a model's page shows about calling it here. */
export interface InferenceView {
  /** The routes, in the order in which they are tried: the owner's upstreams, then the hub's engine. Empty for those who may not read the files. */
  readonly routes: readonly RouteView[]
  /** Why the hub's engine does not run the model; `null` when it does, or when the viewer may not know. */
  readonly engineRefusal: string | null
  /** Whether the viewer's calls are accepted. */
  readonly mayCall: boolean
}

/** @throws {HubError} `repo.not_found` */
export async function inferenceView(hub: Hub, actor: Actor, fullName: string): Promise<InferenceView> {
  const repo = await requireRepo(hub, actor, 'model', fullName, 'read')
  const isReader = canReadContent(actor, repo)
  const engine = localEngine(hub)
  return {
    routes: await describeRoutes(hub, actor, repo),
    engineRefusal: !isReader ? null : engine === null ? 'This hub has no engine of its own' : await engineRefuses(hub, engine, repo),
    mayCall: isReader && mayCallModels(hub, actor),
  }
}
