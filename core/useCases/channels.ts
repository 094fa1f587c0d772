import { assessChannels } from '../channels/assessChannels.ts'
import { findNetwork, listChannels } from '../channels/channels.ts'
import { measureChannels } from '../channels/measureChannels.ts'
import { pauseNetwork, resumeNetwork } from '../channels/pauseNetwork.ts'

/**
 * The use cases for the channels to the networks.
 *
 * @hidden
 */
export const channelUseCases = {
  assessChannels,
  findNetwork,
  listChannels,
  measureChannels,
  pauseNetwork,
  resumeNetwork,
}
