import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { createMarket, type Market, type MarketConfig } from '../../market/life/market.ts';
import { createReadiness } from '../../platform/readiness.ts';

type Given = Pick<MarketConfig, 'stores' | 'provider' | 'wall'> & Partial<MarketConfig>;

/** A market as the product composes it, for tests: the first parameters, a clock no faster than the wall's; troubles stand in the test's output. */
export const testMarket = (given: Given): Promise<Market> =>
	createMarket({
		readiness: createReadiness(),
		calendar: nyse,
		speed: 1,
		parameters: PARAMETERS_V1,
		onTrouble: (what, error) => console.error(what, error),
		...given,
	});
