import { Notice } from '../../ui/notice.tsx';
import { amissText } from './market-state.ts';
import { useMarket } from './use-market.ts';

/** Says above every page what of the service is amiss, while it is. */
export const Amiss = () => {
	const { market } = useMarket();
	const lines = amissText(market?.degraded ?? []);
	if (lines.length === 0) return null;
	return (
		<Notice>
			{lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</Notice>
	);
};
