import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { words as common } from '../../ui/words.ts';
import { pageText } from './page-text.ts';
import { PreviewMedia } from './preview-media.tsx';
import css from './previews.module.css';
import { type Preview, previewQuery, publicAddress } from './queries.ts';
import { previewWords as words } from './words.ts';

/** One file at full size, and where other sites find the current preview of its page. Opens itself. */
export function PreviewDialog({ preview: { id, ...shown }, close }: { preview: Preview; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(previewQuery(api, id));
	return (
		<Dialog dialog={dialog} title={words.look(pageText(shown), shown.host)} size="wide" opensItself onClose={close}>
			{data ? (
				<>
					<PreviewMedia preview={data} />
					<Facts preview={data} />
				</>
			) : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}

function Facts({ preview }: { preview: Preview }) {
	return (
		<dl className={css['facts']}>
			<dt>{words.kind}</dt>
			<dd>{words.kindOf(preview.media_type, Math.ceil(preview.bytes / 1000))}</dd>
			<dt>{words.created}</dt>
			<dd>{etDateTime(msOf(preview.created))}</dd>
			<dt>{words.address}</dt>
			<dd>
				<a href={publicAddress(preview)}>{publicAddress(preview)}</a>
			</dd>
		</dl>
	);
}
