import { Popover } from '../../../ui/dialogs/popover.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { exportWords as words } from '../shared/workspace-words.ts';
import type { ExportProps } from './export-list.tsx';

const ExportList = onDemand(async () => (await import('./export-list.tsx')).ExportList);

/** Shows the button that opens the export formats of a list. */
export function ExportMenu(props: ExportProps) {
	return (
		<Popover button={words.button} label={words.label} prefetch={ExportList.fetch}>
			{(close) => <ExportList {...props} close={close} />}
		</Popover>
	);
}
