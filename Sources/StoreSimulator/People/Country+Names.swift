/// Names in their own scripts: Han, kana, Hangul, Cyrillic and Latin letters.
extension Country {
  static let japaneseGiven = [
    PersonalName("陽菜", "hina"), PersonalName("蓮", "ren"), PersonalName("さくら", "sakura"),
    PersonalName("大翔", "hiroto"), PersonalName("美咲", "misaki"), PersonalName("悠真", "yuma"),
    PersonalName("ユイ", "yui"), PersonalName("健太", "kenta"), PersonalName("結衣", "yui"),
    PersonalName("翔太", "shota"), PersonalName("あかり", "akari"), PersonalName("直樹", "naoki"),
  ]
  static let japaneseFamily = [
    PersonalName("佐藤", "sato"), PersonalName("鈴木", "suzuki"), PersonalName("高橋", "takahashi"),
    PersonalName("田中", "tanaka"), PersonalName("渡辺", "watanabe"), PersonalName("伊藤", "ito"),
    PersonalName("山本", "yamamoto"), PersonalName("中村", "nakamura"), PersonalName("小林", "kobayashi"),
    PersonalName("加藤", "kato"), PersonalName("吉田", "yoshida"), PersonalName("長谷川", "hasegawa"),
  ]
  static let americanGiven = [
    PersonalName("Ada"), PersonalName("Ben"), PersonalName("Ivy"), PersonalName("Grace"),
    PersonalName("Noah"), PersonalName("Olivia"), PersonalName("Miles"), PersonalName("Zoe"),
    PersonalName("Theo"), PersonalName("Ruth"), PersonalName("Sam"), PersonalName("Nia"),
  ]
  static let americanFamily = [
    PersonalName("Okafor"), PersonalName("Achebe"), PersonalName("Chan"), PersonalName("Hopper"),
    PersonalName("Rivera"), PersonalName("Walker"), PersonalName("Nguyen"), PersonalName("Cohen"),
    PersonalName("O’Neill", "oneill"), PersonalName("Patel"), PersonalName("Brooks"),
    PersonalName("Lindqvist"),
  ]
  static let germanGiven = [
    PersonalName("Jürgen", "juergen"), PersonalName("Käthe", "kaethe"), PersonalName("Lena"),
    PersonalName("Finn"), PersonalName("Sören", "soeren"), PersonalName("Marlene"),
    PersonalName("Emil"), PersonalName("Heike"), PersonalName("Anselm"), PersonalName("Frieda"),
  ]
  static let germanFamily = [
    PersonalName("Müller", "mueller"), PersonalName("Groß", "gross"),
    PersonalName("Schäfer", "schaefer"),
    PersonalName("Weber"), PersonalName("König", "koenig"), PersonalName("Vogel"),
    PersonalName("Brandt"), PersonalName("Seidel"), PersonalName("Krüger", "krueger"),
    PersonalName("von der Heide", "heide"),
  ]
  static let koreanGiven = [
    PersonalName("서연", "seoyeon"), PersonalName("민준", "minjun"), PersonalName("지우", "jiwoo"),
    PersonalName("하준", "hajun"), PersonalName("수빈", "subin"), PersonalName("예은", "yeeun"),
  ]
  static let koreanFamily = [
    PersonalName("김", "kim"), PersonalName("이", "lee"), PersonalName("박", "park"),
    PersonalName("최", "choi"), PersonalName("정", "jung"), PersonalName("남궁", "namgung"),
  ]
  static let chineseGiven = [
    PersonalName("伟", "wei"), PersonalName("秀英", "xiuying"), PersonalName("子涵", "zihan"),
    PersonalName("浩然", "haoran"), PersonalName("雨桐", "yutong"), PersonalName("静", "jing"),
  ]
  static let chineseFamily = [
    PersonalName("王", "wang"), PersonalName("李", "li"), PersonalName("张", "zhang"),
    PersonalName("刘", "liu"), PersonalName("陈", "chen"), PersonalName("欧阳", "ouyang"),
  ]
  static let brazilianGiven = [
    PersonalName("João", "joao"), PersonalName("Inês", "ines"), PersonalName("Thiago"),
    PersonalName("Luíza", "luiza"), PersonalName("Caetano"), PersonalName("Conceição", "conceicao"),
  ]
  static let brazilianFamily = [
    PersonalName("da Silva", "silva"), PersonalName("Araújo", "araujo"), PersonalName("Souza"),
    PersonalName("Gonçalves", "goncalves"), PersonalName("Ribeiro"),
    PersonalName("Falcão", "falcao"),
  ]
  static let ukrainianGiven = [
    PersonalName("Олена", "olena"), PersonalName("Тарас", "taras"),
    PersonalName("Наталія", "nataliia"),
    PersonalName("Богдан", "bohdan"), PersonalName("Юлія", "yuliia"),
  ]
  static let ukrainianFamily = [
    PersonalName("Шевченко", "shevchenko"), PersonalName("Коваль", "koval"),
    PersonalName("Лисенко", "lysenko"), PersonalName("Бондаренко", "bondarenko"),
    PersonalName("Мельник", "melnyk"),
  ]
}
