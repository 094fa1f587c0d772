import { findNetwork, listChannels } from '../channels/channels.ts'
import { measureChannels } from '../channels/measureChannels.ts'
import { pauseNetwork, resumeNetwork } from '../channels/pauseNetwork.ts'

/** What is done about the channels to the networks. */
export const channelUseCases = { findNetwork, listChannels, measureChannels, pauseNetwork, resumeNetwork }
