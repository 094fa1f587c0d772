import { register } from 'tsx/esm/api'

// In worker threads too, which `--import tsx` leaves out.
register()
