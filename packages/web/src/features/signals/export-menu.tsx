import { onDemand } from '../../ui/on-demand.tsx';
import { Popover } from '../../ui/popover.tsx';
import { exportWords as words } from './desk-words.ts';
import type { Exported } from './export-list.tsx';

const ExportList = onDemand(async () => (await import('./export-list.tsx')).ExportList);

/** The button that exports the list. */
export const ExportMenu = (props: Exported) => (
	<Popover button={words.button} label={words.label} soon={ExportList.fetch}>
		{(close) => <ExportList {...props} close={close} />}
	</Popover>
);
