import { onDemand } from '../../ui/on-demand.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { Embedded } from './embed-panel.tsx';
import { tickerWords as words } from './words.ts';

const EmbedPanel = onDemand(async () => (await import('./embed-panel.tsx')).EmbedPanel);

/** The button that shows the embed code. */
export const EmbedButton = (props: Embedded) => (
	<Popover button={words.embed} label={words.embedLabel(props.ticker)} soon={EmbedPanel.fetch}>
		{() => <EmbedPanel {...props} />}
	</Popover>
);
