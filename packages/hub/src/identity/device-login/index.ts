export {
  decideDeviceLogin,
  type DeviceLogin,
  type DevicePoll,
  type DeviceRequest,
  findDeviceRequest,
  pollDeviceLogin,
  startDeviceLogin,
} from './device-login.ts'
