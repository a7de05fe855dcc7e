import { Popover } from '../../../ui/dialogs/popover.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { tickerWords as words } from '../words.ts';
import type { EmbedProps } from './embed-panel.tsx';

const EmbedPanel = onDemand(async () => (await import('./embed-panel.tsx')).EmbedPanel);

/** Shows the button that opens the embed codes of a ticker. */
export function EmbedButton(props: EmbedProps) {
	return (
		<Popover button={words.embed} label={words.embedLabel(props.ticker)} prefetch={EmbedPanel.fetch}>
			{() => <EmbedPanel {...props} />}
		</Popover>
	);
}
