/** A list of SECO. All persons are invented. */
export const SECO_LIST = `<?xml version="1.0" encoding="UTF-8"?>
<swiss-sanctions-list xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" list-type="whole-list" date="2026-01-01">
  <sanctions-program ssid="20" version-date="2026-01-01">
    <program-key lang="ger">Testland</program-key>
    <program-key lang="eng">Testland</program-key>
    <program-name lang="ger">Massnahmen gegenüber Testland</program-name>
    <program-name lang="eng">Measures against Testland</program-name>
    <sanctions-set ssid="21" lang="ger">Anhang 1</sanctions-set>
    <sanctions-set ssid="21" lang="eng">Annex 1</sanctions-set>
    <sanctions-set ssid="22" lang="eng">Annex 2</sanctions-set>
  </sanctions-program>
  <target ssid="100">
    <sanctions-set-id>21</sanctions-set-id>
    <foreign-identifier>TLi.001</foreign-identifier>
    <individual sex="female">
      <identity ssid="101" main="true">
        <name ssid="102" name-type="primary-name">
          <name-part ssid="103" order="1" name-part-type="family-name">
            <value>Exampleva</value>
            <spelling-variant ssid="104" lang="eng" script="LATN">Exampleva-Smith</spelling-variant>
            <spelling-variant ssid="105" lang="rus" script="CYRL">Примерова</spelling-variant>
          </name-part>
          <name-part ssid="106" order="2" name-part-type="given-name">
            <value>Anna</value>
            <spelling-variant ssid="107" lang="eng" script="LATN">Ann</spelling-variant>
            <spelling-variant ssid="108" lang="rus" script="CYRL">Анна</spelling-variant>
          </name-part>
          <name-part ssid="109" order="3" name-part-type="title"><value>Dr</value></name-part>
        </name>
        <name ssid="110" name-type="alias" quality="low"><name-part ssid="111" order="1" name-part-type="whole-name"><value>The Big Sample</value></name-part></name>
        <nationality ssid="112"><country iso-code="BY">Belarus</country></nationality>
        <nationality ssid="113"><country>Atlantis</country></nationality>
        <day-month-year ssid="114" day="30" month="8" year="1954"/>
        <day-month-year ssid="115" year="1955"/>
        <day-month-year ssid="116" year="1333" calendar="hijri"/>
        <place-of-birth ssid="117" place-id="900"/>
        <address ssid="118" place-id="901"><address-details>1 Test Street</address-details><zip-code>T1</zip-code></address>
        <address ssid="119" place-id="999"><address-details>2 Test Street</address-details></address>
        <identification-document ssid="120" document-type="passport"><number>AB123</number><issuer code="BY">Belarus</issuer><date-of-issue>2001-02-03</date-of-issue></identification-document>
      </identity>
      <justification ssid="121">Head of samples.</justification>
      <relation ssid="122" target-id="200" relation-type="related-to"/>
      <other-information ssid="123">Tax registration number: 7700-01.</other-information>
      <other-information ssid="124">Date of registration: 1.1.2001</other-information>
    </individual>
    <modification modification-type="amended" effective-date="2022-03-16" publication-date="2022-03-15"><added><identity ssid="9"/></added></modification>
    <modification modification-type="de-listed" effective-date="2020-01-01"/>
    <modification modification-type="listed" effective-date="2015-01-01"/>
  </target>
  <target ssid="200" sanctions-set-id="22">
    <object object-type="vessel">
      <identity main="true"><name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>Sample Star</value></name-part></name></identity>
      <other-information>IMO number: 9000003</other-information>
    </object>
    <modification modification-type="listed" effective-date="2022-03-16"/>
  </target>
  <target ssid="300">
    <sanctions-set-id>21</sanctions-set-id>
    <entity><identity main="true"><name name-type="primary-name"><name-part order="1"><value>Former Samples AG</value></name-part></name></identity></entity>
    <modification modification-type="listed" effective-date="2015-01-01"/>
    <modification modification-type="de-listed" effective-date="2016-03-01"/>
  </target>
  <target ssid="400">
    <sanctions-set-id>77</sanctions-set-id>
    <entity><identity main="true"><name name-type="primary-name"><name-part order="1"><value>Example Works</value></name-part></name></identity></entity>
  </target>
  <place ssid="900"><location>Birthville</location><country iso-code="ML">Mali</country></place>
  <place ssid="901"><location>Sampletown</location><area>Sample Region</area><country iso-code="SY">Syria</country></place>
</swiss-sanctions-list>
`;
