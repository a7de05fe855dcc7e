/** The configured counters of mentions, with their keys and limits. */
import { createApeWisdom, type KnownHours } from '../../intake/mentions/apewisdom.ts';
import type { MentionCounter } from '../../intake/mentions/mention-source.ts';
import { createReddit } from '../../intake/mentions/reddit.ts';
import { createX } from '../../intake/mentions/x.ts';
import { outboundOf, type VendorOpening } from './vendor-adapter.ts';

const COUNTERS_PER_MINUTE = { apewisdom: 20, reddit: 60, x: 15 };

/** Opens the configured counters. `known` returns what was already counted of the previous day. */
export function openCounters(opening: VendorOpening, known: KnownHours): MentionCounter[] {
	const { config, wall, addresses = {} } = opening;
	return config.mentions.flatMap((name): MentionCounter[] => {
		const outbound = outboundOf(opening, name, COUNTERS_PER_MINUTE[name]);
		const address = addresses[name];
		if (name === 'apewisdom') return [createApeWisdom(outbound, wall, known, address)];
		if (name === 'reddit')
			return config.reddit ? [createReddit(outbound, wall, config.reddit, address ? { login: address, api: address } : undefined)] : [];
		return config.xToken ? [createX(outbound, wall, config.xToken, undefined, address)] : [];
	});
}
