import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createReadiness } from '../../platform/readiness.ts';
import { createDelayedCloses } from '../../reports/delayed-closes.ts';
import { type MarketWiring, openMarket, type ReportedMarket } from '../core/market.ts';

type MarketOptions = Pick<MarketWiring, 'stores' | 'provider' | 'wall'> & Partial<MarketWiring>;

/** A market composed as in the product, for tests: first parameters, a clock at wall speed; errors appear in the test's output. */
export function testMarket(options: MarketOptions): Promise<ReportedMarket> {
	return openMarket({
		readiness: createReadiness(),
		calendar: nyse,
		pace: createSteadyPace(1),
		parameters: () => PARAMETERS_V1,
		closes: createDelayedCloses(createDefaultSlots(nyse)),
		onError: (message, error) => console.error(message, error),
		...options,
	});
}
