import { BlockList, isIP } from 'node:net';

/** Names that a list of proxies can contain, in addition to addresses and networks. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
	loopback: ['127.0.0.0/8', '::1'],
	linklocal: ['169.254.0.0/16', 'fe80::/10'],
	uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a predicate for a list such as `127.0.0.1, 10.0.0.0/8, loopback`. The entries must be valid. */
export function createAddressList(entries: readonly string[]): (address: string | undefined) => boolean {
	const list = new BlockList();
	for (const entry of entries.flatMap((one) => NAMED_NETWORKS[one] ?? [one])) {
		const [text = '', bits] = entry.split('/');
		const address = stripIpv4Mapping(text);
		const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
		const mappedBits = address === text ? 0 : 96;
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits) - mappedBits, family);
	}
	return (address = '') => {
		const plain = stripIpv4Mapping(address);
		const family = isIP(plain);
		return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
	};
}

/** Turns '::ffff:127.0.0.1', as a dual-stack socket reports it, into '127.0.0.1'. */
function stripIpv4Mapping(address: string): string {
	return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
