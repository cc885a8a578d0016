export { asFile, asText, type FileFormat, fileFormats } from './as-file.ts'
export { codeLanguages, type Language } from './code/index.ts'
export { countsUnder, describeDownloads, type DownloadRule } from './download-rule.ts'
export { bestGgufFile, ggufFiles } from './facts/gguf-file.ts'
export { type ModelFacts, toModelFacts } from './facts/model-facts.ts'
export {
  estimateMemory,
  type Fit,
  fitOf,
  type LayerShape,
  type Machine,
  type MemoryEstimate,
  type MemoryQuestion,
  weightBytes,
} from './hardware/estimate-memory.ts'
export { findHardware, type Hardware, hardware } from './hardware/hardware.ts'
export { systemMemory } from './hardware/makes.ts'
export { type AppSnippets, appSnippets, type AppStep, localApps, printApp } from './local-apps.ts'
export { type InferenceProof, inferenceProof } from './inference/inference-proof.ts'
export { inferenceSnippets, inferenceTemplate, type Log } from './inference/inference-snippets.ts'
export { readInferenceOptions } from './inference/read-options.ts'
export { inferenceTask, inferenceTasks } from './inference/tasks.ts'
export { templateNames } from './inference/templates.ts'
export {
  type BodyValue,
  type InferenceAnswer,
  type InferenceCall,
  type InferenceClient,
  inferenceClients,
  type InferenceLanguage,
  inferenceLanguages,
  type InferenceMapping,
  type InferenceOptions,
  type InferenceReason,
  inferenceReasonCodes,
  type InferenceRequest,
  type InferenceSnippet,
  InputFile,
  type RequestBody,
} from './inference/types.ts'
export { type Library, type NameSource, type Note, noteCodes } from './library.ts'
export {
  filesPlan,
  fits,
  libraryPlan,
  type LibrarySnippets,
  librarySnippets,
  datasetPlan,
  datasetSnippets,
  modelSnippets,
  type PlannedBlock,
  type SnippetBlock,
  type SnippetFilter,
  spaceSnippets,
} from './model-snippets.ts'
export { type DatasetFacts, toDatasetFacts } from './datasets/dataset-facts.ts'
export type { DatasetLibrary } from './datasets/dataset-library.ts'
export { datasetLibraries } from './datasets/registry.ts'
export { type Proof, proofEntries, type ProofEntry, proofEntry, proofLevels, type ProofLevel } from './proofs/proof.ts'
export { type CaseError, compileLibrary, type OwnCase, type OwnCondition, type OwnLibrary } from './own-library/compile.ts'
export { holeNames, TemplateError } from './own-library/template.ts'
export { allLibraries, findLibrary, setOwnLibraries } from './registry.ts'
export { devices, javascriptManagers, pythonManagers, type Target, targetFor } from './target.ts'
