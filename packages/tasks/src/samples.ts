/** Entry `@portolan/tasks/samples`: default inputs for models. All sentences are ours. */
export { defaultPrompts } from './default-prompts.ts'
export { type JsonValue, noSampleInput, type SampleContext, sampleInput, sampleInputText, type SampleTextOptions } from './sample-inputs.ts'
export { defaultWidgetExamples, widgetExamples } from './widgets/index.ts'
export { maskPlaceholder, type WidgetExample, type WidgetExamples } from './widgets/widget-example.ts'
