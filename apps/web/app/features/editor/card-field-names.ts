/** The card fields that have a form control, with their metadata names and their labels on the page. */
export const cardFieldNames = [
  { name: 'license', label: 'License', many: false, hint: 'An identifier such as mit or apache-2.0.' },
  { name: 'pipeline_tag', label: 'Task', many: false, hint: 'Such as text-generation.' },
  { name: 'library_name', label: 'Library', many: false, hint: 'Such as transformers.' },
  { name: 'tags', label: 'Tags', many: true, hint: 'Separated by commas.' },
  { name: 'language', label: 'Languages', many: true, hint: 'Codes such as en, de.' },
  { name: 'datasets', label: 'Datasets', many: true, hint: 'What it was trained on.' },
  { name: 'base_model', label: 'Base models', many: true, hint: 'What it was made from.' },
] as const
