export { type InferenceCaller, mayCallModels, nobody, requireInferenceCaller } from './caller.ts'
export { chooseRoutes } from './choose-routes.ts'
export { describeRoute, describeRoutes, type RouteView } from './describe-route.ts'
export { isResting, recordRouteFailure, recordRouteSuccess, type RouteHealth, routeHealth } from './health.ts'
export { type InferenceRules, localEngine, setInferenceRules, setLocalEngine } from './inference-state.ts'
export { listUsage, readUsage, type UsageRow } from './list-usage.ts'
export {
  type EngineErrorCode,
  EngineError,
  engineErrorCodes,
  type EngineEvent,
  type EngineFile,
  type EngineModel,
  type EngineRequest,
  type EngineUsage,
  type Json,
  type LoadedModel,
  type LocalEngine,
} from './local-engine.ts'
export { type ModelFiles, modelFiles } from './model-files.ts'
export { type ModelAddress, parseModelAddress, policies, type Policy } from './model-address.ts'
export { requireServed } from './require-served.ts'
export { engineRefuses, type LocalRoute, type RemoteRoute, type Route, routesOf, taskServes } from './routes.ts'
export { listServed, providerKey, type ServedModel, servedRepoIds } from './served-models.ts'
export { type CallUsage, countUsage, flushUsage, beginRouteCall } from './usage.ts'
export { localName, localProvider, type Upstream, type UpstreamModel, type UpstreamTimeouts } from './upstream.ts'
export { findUpstream, listUpstreams, type UpstreamNameProblem, upstreamNameProblems, setUpstreams } from './use-upstreams.ts'
