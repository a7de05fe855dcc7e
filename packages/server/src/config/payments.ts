/** The configured payment provider. */
import { isLoopback } from '@sw/domain/access/address';
import { ConfigError, type Environment } from './environment.ts';

export type PaymentsConfig =
	| { readonly name: 'simulated' }
	| {
			readonly name: 'payproglobal';
			readonly account: number;
			readonly apiSecret: string;
			readonly keys: { readonly validation: string; readonly secret: string };
	  };

/** Null without a payment provider. Throws on a simulation that other machines could reach, since it gives licences away. */
export function paymentsConfig(given: Environment, origin: string): PaymentsConfig | null {
	const { SIGNALWHEEL_PAYMENTS: name, SIGNALWHEEL_PAYPRO_ACCOUNT: account, SIGNALWHEEL_PAYPRO_API_SECRET: apiSecret } = given;
	const { SIGNALWHEEL_PAYPRO_VALIDATION_KEY: validation, SIGNALWHEEL_PAYPRO_SECRET_KEY: secret } = given;
	if (name === 'simulated') {
		const isHere = isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, '')) && isLoopback(given.HOST);
		if (!isHere || (given.SIGNALWHEEL_TRUSTED_PROXIES ?? []).length > 0)
			throw new ConfigError(
				'SIGNALWHEEL_PAYMENTS=simulated grants licences without payment: it needs HOST and SIGNALWHEEL_ORIGIN on this machine and no SIGNALWHEEL_TRUSTED_PROXIES.',
			);
		return { name };
	}
	if (name !== 'payproglobal' || !account || !apiSecret || !validation || !secret) return null;
	return { name, account, apiSecret, keys: { validation, secret } };
}
