export { apiDescription, setApiDescription } from './api-description.ts'
export { type ServerReport, serverReport, setServerReport, type SettingInForce } from './server-report.ts'
