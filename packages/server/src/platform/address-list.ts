import { BlockList, isIP } from 'node:net';

/** Names that a list of proxies can contain, in addition to IP addresses and networks. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
	loopback: ['127.0.0.0/8', '::1'],
	linklocal: ['169.254.0.0/16', 'fe80::/10'],
	uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a predicate for a list such as `127.0.0.1, 10.0.0.0/8, loopback`. The entries must be valid. */
export function createIpMatcher(entries: readonly string[]): (ip: string | undefined) => boolean {
	const list = new BlockList();
	for (const entry of entries.flatMap((name) => NAMED_NETWORKS[name] ?? [name])) {
		const [text = '', prefixLength] = entry.split('/');
		const ip = stripIpv4Mapping(text);
		const family = isIP(ip) === 4 ? 'ipv4' : 'ipv6';
		const mappedPrefixLength = ip === text ? 0 : 96;
		if (prefixLength === undefined) list.addAddress(ip, family);
		else list.addSubnet(ip, Number(prefixLength) - mappedPrefixLength, family);
	}
	return (ip = '') => {
		const unmapped = stripIpv4Mapping(ip);
		const family = isIP(unmapped);
		return family !== 0 && list.check(unmapped, family === 4 ? 'ipv4' : 'ipv6');
	};
}

/** Turns '::ffff:127.0.0.1', as a dual-stack socket reports it, into '127.0.0.1'. */
function stripIpv4Mapping(ip: string): string {
	return ip.replace(/^::ffff:(?=\d+\.)/i, '');
}
