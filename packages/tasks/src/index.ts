export { browserPipeline, browserPipelines, browserRuntimeRelease, otherBrowserPipelines, runsInBrowser } from './browser-runtime.ts'
export { browserModelTypes, loadsInBrowser } from './browser-model-types.ts'
export {
  chatTasks,
  falSynchronousTasks,
  findInferenceProvider,
  type InferenceProvider,
  type InferenceProviderKey,
  inferenceProviderKeys,
  inferenceProviders,
  providerEnvironment,
} from './inference-providers.ts'
export { isJobRoute } from './inference-job-routes.ts'
export { type BrowserDevice, type BrowserWeights, browserWeights, chooseWeights, type WeightFile, weightBytes } from './browser-weights.ts'
export { libraryServes, libraryTasks, taskLibraries } from './libraries.ts'
export { modalities, type Modality } from './modalities.ts'
export {
  isTaskId,
  pipelineType,
  pipelineTypes,
  subtaskName,
  taskIds,
  type PipelineType,
  type Subtask,
  type TaskId,
} from './pipeline-types.ts'
