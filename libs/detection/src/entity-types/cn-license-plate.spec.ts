import { cnLicensePlate } from './cn-license-plate';
import { describeType, lookalikes } from '../../testing/describe-type';

describeType(cnLicensePlate, {
  finds: [
    '«京A12F45»',
    '车牌«京A12345»的车主',
    '肇事车辆«粤B·12345»逃逸',
    '«沪C 12345»',
    '«浙A-12345»',
    '新能源«粤BD12345»与«京AF12345»',
    '货车«粤B12345D»',
    '教练车«苏E1234学»，挂车«鲁B1234挂»',
    '港车«粤Z1234港»',
    '警车«京A1234警»',
    '全角«京Ａ１２３４５»',
    '零宽«京A\u200b12345»',
    '{"plate":"«京A12345»"}',
    '张伟明,«京A12345»,13812345678',
    'INFO enter plate=«京A12345» gate=3',
    '小写«京a12345»',
    '«京A12345»、«京B54321»',
  ],
  ignores: [
    '全新A12345',
    '沪A股',
    '云B1层',
    '京A1234',
    '京A123456',
    '京AI2345',
    '京AABC12',
    '京I12345',
    '南京A12345',
    'A12345',
    '贵A',
    '川A1B2C3D4',
    '最新A12345版',
  ],
  keyed: [['车牌号', '京A12345']],
  redrawn: ['京A12345', '粤BD12345', '粤B12345D', '粤Z1234港', '琼A1B2C3'],
  dressed: [
    ['粤B·12345', '粤C67890', '粤C·67890'],
    ['京a12345', '京B67890', '京b67890'],
    ['京Ａ１２３４５', '京B67890', '京Ｂ６７８９０'],
    ['粤Z1234港', '粤A5678港', '粤A5678港'],
  ],
});

describe('CN_LICENSE_PLATE', () => {
  it('keeps the province, the mask and the kind of drive', () => {
    for (const lookalike of lookalikes(cnLicensePlate, '粤BD12345'))
      expect(lookalike).toMatch(/^粤[A-HJ-NP-Z]D\d{5}$/);
    for (const lookalike of lookalikes(cnLicensePlate, '琼A1B2C3'))
      expect(lookalike).toMatch(/^琼[A-F]\d[A-Z]\d[A-Z]\d$/);
    for (const lookalike of lookalikes(cnLicensePlate, '粤Z1234港'))
      expect(lookalike).toMatch(/^粤[A-HJ-NP-Z]\d{4}港$/);
  });
});
