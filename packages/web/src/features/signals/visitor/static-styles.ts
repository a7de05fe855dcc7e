/** Styles of the visitors' list on a page without a framework, in the order of their files. */
import button from '../../../ui/button.module.css?inline';
import steps from '../../../ui/controls/page-steps.module.css?inline';
import segmented from '../../../ui/controls/segmented.module.css?inline';
import edges from '../../../ui/edges.module.css?inline';
import pill from '../../../ui/report/pill-face.module.css?inline';
import notice from '../../../ui/states/notice.module.css?inline';
import box from '../../../ui/states/state-box.module.css?inline';
import card from '../card/card.module.css?inline';
import legend from '../card/legend.module.css?inline';
import controls from '../shared/controls.module.css?inline';
import grid from '../shared/grid.module.css?inline';
import chip from '../shared/report-chip.module.css?inline';

export const staticListStyles = [edges, button, notice, segmented, steps, pill, box, controls, legend, chip, grid, card].join('\n');
